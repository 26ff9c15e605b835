# Functions that the scripts share: to refuse with a reason, to install what is
# missing where that is allowed, and to make virtual environments. Sourced, not run.

# What the scripts fetch stays here, out of the way of git.
tools="$PWD/target/tools"

# Says what is wrong and how to mend it, and ends with the code of a missing tool.
refuse() {
  echo "error: $1" >&2
  echo "hint: $2" >&2
  exit 2
}

# package COMMAND PACKAGE: sees to it that COMMAND is there, from Debian's PACKAGE if
# this is root on a system that has apt-get.
package() {
  command -v "$1" >/dev/null 2>&1 && return
  fetch_package "\`$1\` is missing" "$2"
}

fetch_package() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    refuse "$1" "as root: apt-get install $2, or your system's package for it"
  fi
  echo "$1: installing $2" >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt-get -qq update && apt-get -qq install -y --no-install-recommends "$2"; } >/dev/null ||
    refuse "apt-get could not install $2" "see its message above; then run this again"
}

# environment NAME REQUIREMENT…: a Python virtual environment with these packages, made
# again when they change.
environment() {
  local home="$tools/$1" stamp="$tools/$1/requirement"
  shift
  [ "$(cat "$stamp" 2>/dev/null)" = "$*" ] && return
  package python3 python3
  python3 -c 'import ensurepip, venv' 2>/dev/null ||
    fetch_package "Python cannot make virtual environments" python3-venv
  echo "making a virtual environment with $*" >&2
  rm -rf "$home"
  python3 -m venv "$home" && "$home/bin/pip" install --quiet "$@" ||
    refuse "pip could not install $*" "see its message above; the network may be away"
  echo "$*" >"$stamp"
}

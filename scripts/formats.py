"""Reads back all that `spar` writes for other programs.

A case is a command, the format of what it writes, and how that is checked: JSON and JSON
Lines by a schema in docs/schemas that allows no field it does not name; CSV by Python's csv
in its strict mode and by DuckDB, which must agree; Parquet by DuckDB, whose rows must be
those of the same command as CSV. Every verb has a case, or a reason to have none.
"""

import csv
import functools
import io
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import urllib.request

import duckdb
import jsonschema

SPAR = os.environ["SPAR"]
SCHEMAS = pathlib.Path("docs/schemas").resolve()

# Verbs that write nothing for other programs.
NOTHING = {
    "serve": "its answers are checked by scripts/api",
    "completions": "a script for a shell",
    "man": "pages for people",
    "help": "text for people",
}

# (schema, command, exit codes if not 0, input): one object of JSON on standard output.
JSON = [
    ("games", "games"),
    ("game", "games connect3"),
    ("game", "games ladders"),
    ("show", "show tictactoe"),
    ("show", "show connect4 44444"),
    ("show", "show tictactoe xxx/oo./..."),
    ("show", "show qubic --time 10ms"),
    ("show", "show ladders"),
    ("show", "show ladders:n=200000"),
    ("solve-game", "solve tictactoe"),
    ("solve-game", "solve connect3 --sets"),
    ("solve-game", "solve bottom2:line=loses --sets"),
    ("solve-game", "solve connect4 --no-book --memory 1M --time 100ms", (3,)),
    ("solve-position", "solve tictactoe start+b2,a3"),
    ("solve-position", "solve tictactoe xxx/oo./..."),
    ("solve-position", "solve connect4 start --no-book --time 100ms", (3,)),
    ("solve-game", "solve take"),
    ("solve-game", "solve reversi:rows=4,cols=4"),
    ("solve-against", "solve tictactoe --against 1"),
    ("solve-against", "solve bottom2 start+b1 --against random --as x"),
    ("solve-against", "solve wolf:size=6 --against 2"),
    ("solve-game", "solve morris"),
    ("solve-position", "solve morris start"),
    ("solve-against", "solve morris start --against 2"),
    ("solve-score", "solve reversi:rows=4,cols=4 --score"),
    ("solve-race", "solve ladders"),
    ("solve-race", "solve ladders 5-3-second"),
    ("solve-race", "solve ladders --against random"),
    ("solve-race", "solve ladders --self-play"),
    ("solve-race", "solve ladders --against novice"),
    ("solve-race", "solve ladders --against novice --keep-in-game --quits 20"),
    ("solve-race", "solve ladders --against novice --experience 0.9"),
    ("solve-race", "solve ladders --iterations"),
    ("perft", "perft connect4 --depth 3"),
    ("perft", "perft connect4 4453 --depth 2 --divide"),
    ("rate", "rate tictactoe xx./oo./..."),
    ("rate", "rate connect4 start --plays 10"),
    ("rate", "rate ladders 3-4-first --learner fastest --opponent novice"),
    ("match", "match tictactoe 1 2", (0, 1)),
    ("match", "match tictactoe 1 2 --simulate --plays 20", (0, 1)),
    ("match", "match tictactoe respond:against=1 1"),
    ("match", "match ladders perfect novice"),
    ("match", "match connect4 2 3 --time 50ms", (3,)),
    ("twin", "generate tictactoe --twin xx./oo./... c1"),
    ("twin", "generate connect4 --twin start a --time 50ms", (3,)),
    ("verify", "verify {}/levels.jsonl"),
    ("book", "book connect3 --plies 2"),
    ("book-verify", "book verify connect3 --sample 5"),
    ("reproduce-start-positions", "reproduce start-positions --game bottom2"),
    ("reproduce-start-positions", "reproduce start-positions --game connect3 --sampled"),
    ("reproduce-ladders", "reproduce ladders --part table-1,three-squares,figure-3"),
    ("reproduce-ratings", "reproduce ratings --game connect3 --time 1ms", (3,)),
    ("bench-signature", "bench --signature"),
    ("load", "load --players 1 --seconds 1 --game tictactoe --against random"),
    ("data-import", "data import {}/archive.jsonl --data {}/other"),
    ("data-verify", "data verify --data {}/store"),
    ("data-verify", "data verify --data {}/nothing"),
    ("solve-score", "solve reversi --score --time 50ms", (3,)),
    ("solve-against", "solve connect4 --against 2 --time 50ms", (3,)),
]

# The same with a line of JSON for each.
LINES = [
    ("level", "generate connect3 --count 3"),
    ("level", "generate connect3 --even --learner 1 --opponent 3 --count 3"),
    ("level", "generate ladders --learner fastest --opponent novice --count 3"),
    ("level", "generate ladders --learner random --opponent novice --hardness hard --count 3"),
    ("level", "generate connect3 --from {}/connect3.txt --wins-in 1"),
    ("rate-foresight", "rate connect3 start --foresight 1..2"),
    ("rate", "rate tictactoe --from {}/list.txt"),
    ("solve-position", "solve tictactoe --from {}/list.txt"),
    ("shard", "solve tictactoe --from {}/list.txt --shard 1/2"),
    ("solve-position", "merge {}/1.jsonl {}/2.jsonl"),
    ("dump", "dump bottom2"),
    ("dump", "dump bottom2 --learner 1 --opponent 2"),
    ("dump-race", "dump ladders"),
    ("dump-race", "dump ladders --pairs"),
    ("dump-race", "dump ladders --against novice"),
    ("verify", "verify {}/false.jsonl", (1,)),
    ("survey", "survey tictactoe --rows 2,3 --foresight 0..1,perfect"),
    ("survey", "survey connect4 --rows 3,6 --memory 3M"),
    ("play", "play tictactoe --seed 1", (0,), "hint\nvalues\nmoves\nhelp\nnonsense\nb2\nundo\nresign\n"),
    ("play", "play ladders --seed 1", (0,), "d6\nd6\nquit\n"),
    ("bench", "bench ladders-pairs", (0, 1)),
    ("data-tables", "data tables --data {}/kept"),
    ("data-tables", "data tables check --data {}/kept"),
    ("data-tables", "data tables remove bottom2 --data {}/kept"),
    ("data-export", "data export --data {}/store"),
    ("data-delete", "data delete --all --yes --data {}/gone"),
]

# Files of JSON Lines.
LINE_FILES = [
    ("strategy", "solve bottom2 --strategy {out}"),
    ("dump", "dump bottom2 --out {out}"),
    ("level", "generate connect3 --count 3 --out {out}"),
    ("survey", "survey bottom2 --foresight 1 --out {out}"),
    ("solve-position", "merge {}/1.jsonl {}/2.jsonl --out {out}"),
    ("data-export", "data export --data {}/store --out {out}"),
]

# (how many rows at least, command): CSV on standard output, or in a file or folder.
CSV = [
    (3, "generate connect3 --count 3 --format csv"),
    (3, "generate connect3 --count 3 --out {out}.csv"),
    (2, "generate ladders --learner fastest --opponent novice --count 2 --format csv"),
    (5478, "dump tictactoe"),
    (5478, "dump tictactoe --learner 1 --opponent 2"),
    (20, "dump ladders"),
    (361, "dump ladders --pairs"),
    (5478, "dump tictactoe --out {out}.csv"),
    (2, "survey tictactoe --rows 2,3 --foresight 0..1,perfect --format csv"),
    (1, "survey tictactoe --foresight 1 --out {out}.csv"),
    (3, "rate tictactoe --from {}/list.txt --out {out}.csv"),
    (1, "merge {}/survey.jsonl --out {out}.csv"),
    (10, "reproduce start-positions --game bottom2 --format csv"),
    (10, "reproduce start-positions --game bottom2 --format csv --out {out}.csv"),
    (1, "reproduce ladders --part table-1,three-squares,figure-3 --out {out}"),
]

# (the same as CSV, as Parquet).
PARQUET = [
    ("dump tictactoe", "dump tictactoe --out {out}.parquet"),
    (
        "dump tictactoe --learner 1 --opponent 2",
        "dump tictactoe --learner 1 --opponent 2 --out {out}.parquet",
    ),
    ("dump ladders --pairs", "dump ladders --pairs --out {out}.parquet"),
    (
        "survey tictactoe --rows 2,3 --foresight 0..1,perfect --format csv",
        "survey tictactoe --rows 2,3 --foresight 0..1,perfect --out {out}.parquet",
    ),
    ("survey tictactoe --foresight 1 --format csv", "merge {}/survey.jsonl --out {out}.parquet"),
]


class Wrong(Exception):
    pass


class Folder:
    """A folder with what the cases read."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.outputs = 0
        (self.path / "list.txt").write_text("start\nxxx/oo./...\nxx./oo./...\n")
        (self.path / "connect3.txt").write_text("start+a,a,b,b\n")
        levels = self.run("generate connect3 --count 3 --json")
        (self.path / "levels.jsonl").write_bytes(levels)
        false = levels.replace(b'"value":"win"', b'"value":"draw"')
        assert false != levels
        (self.path / "false.jsonl").write_bytes(false)
        for number in "12":
            self.run(f"solve tictactoe --from {{}}/list.txt --shard {number}/2 --out {{}}/{number}.jsonl")
        self.run("survey tictactoe --foresight 1 --shard 1/1 --out {}/survey.jsonl")
        self.run("solve bottom2 --data {}/kept")
        self.play()
        (self.path / "archive.jsonl").write_bytes(self.run("data export --data {}/store"))
        self.run("data import {}/archive.jsonl --data {}/gone")

    def run(self, command, codes=(0,), input=""):
        """What a command writes to standard output."""
        words = [SPAR] + [word.replace("{}", str(self.path)) for word in shlex.split(command)]
        ran = subprocess.run(
            words,
            input=input.encode(),
            capture_output=True,
            env={**os.environ, "SPAR_DATA": str(self.path / "data"), "RUST_BACKTRACE": "0"},
        )
        if ran.returncode not in codes:
            raise Wrong(f"exit {ran.returncode}: {ran.stderr.decode().strip()}")
        return ran.stdout

    def out(self, command, codes=(0,)):
        """The path of what a command writes."""
        self.outputs += 1
        out = self.path / f"out{self.outputs}"
        self.run(command.replace("{out}", str(out)), codes)
        found = [out] if out.exists() else sorted(self.path.glob(f"{out.name}.*"))
        if len(found) != 1:
            raise Wrong(f"it wrote {[it.name for it in found]}")
        return found[0]

    def play(self):
        """Has somebody play a game, so that there is something to export."""
        server = subprocess.Popen(
            [SPAR, "serve", "--port", "0", "--log", "off", "--data", str(self.path / "store")],
            stdout=subprocess.PIPE,
        )
        try:
            address = server.stdout.readline().decode().split()[-1].rstrip("/")

            def send(method, path, body, cookie=""):
                request = urllib.request.Request(
                    address + path,
                    method=method,
                    data=json.dumps(body).encode(),
                    headers={"Content-Type": "application/json", "Cookie": cookie},
                )
                with urllib.request.urlopen(request, timeout=300) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None, answer.headers["Set-Cookie"]

            cookie = send("PUT", "/api/me", {"name": "Ann"})[1].split(";")[0]
            begin = {"game": "tictactoe", "position": ".../o../.x.", "against": "1", "goal": "win"}
            begun = send("POST", "/api/sessions", {"begin": begin, "seed": 7}, cookie)[0]
            path = f"/api/sessions/{begun['session']['id']}/moves"
            send("POST", path, {"move": "b2", "at": begun["session"]["at"]}, cookie)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


@functools.cache
def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.json").read_text())
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    for place in strict(schema):
        raise Wrong(f"docs/schemas/{name}.json: {place} allows fields that it does not name")
    return kind(schema)


def strict(schema, place="#"):
    """The places of a schema that allow fields that they do not name."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("additionalProperties") is not False:
            yield place
        for key, part in schema.items():
            yield from strict(part, f"{place}/{key}")
    elif isinstance(schema, list):
        for index, part in enumerate(schema):
            yield from strict(part, f"{place}/{index}")


def no_constant(name):
    raise Wrong(f"{name} is not JSON")


def check_json(name, text):
    value = json.loads(text, parse_constant=no_constant)
    errors = sorted(validator(name).iter_errors(value), key=lambda it: it.json_path)
    if errors:
        error = jsonschema.exceptions.best_match(errors)
        raise Wrong(f"not as docs/schemas/{name}.json says: {error.json_path}: {error.message[:300]}")
    return value


def check_lines(name, text):
    lines = text.decode().split("\n")
    if lines.pop() != "" or not lines:
        raise Wrong("the last line has no end, or there is none")
    for line in lines:
        check_json(name, line)


def check_csv(text, least):
    """The rows of a CSV by Python's csv, which DuckDB must read as well."""
    decoded = text.decode()
    names, *rows = csv.reader(io.StringIO(decoded, newline=""), strict=True)
    if len(set(names)) < len(names):
        raise Wrong(f"a column stands twice: {names}")
    for number, row in enumerate(rows, 2):
        if len(row) != len(names):
            raise Wrong(f"row {number} has {len(row)} fields, not {len(names)}: {row}")
    if len(rows) < least:
        raise Wrong(f"{len(rows)} rows, not {least}")
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        file.write(text)
        file.flush()
        read = duckdb.read_csv(
            file.name, header=True, all_varchar=True, delimiter=",", quotechar='"', escapechar='"'
        )
        if read.columns != names:
            raise Wrong(f"DuckDB finds the columns {read.columns}, not {names}")
        found = [["" if it is None else it for it in row] for row in read.fetchall()]
    if found != rows:
        raise Wrong(f"DuckDB finds other rows: {next(zip(found, rows), None)}")
    return names, rows


def check_parquet(folder, as_csv, command):
    names, rows = check_csv(folder.run(as_csv), 1)
    path = folder.out(command)
    read = duckdb.read_parquet(str(path))
    if read.columns != names:
        raise Wrong(f"the columns are {read.columns}, not {names}")
    found = read.fetchall()
    if len(found) != len(rows):
        raise Wrong(f"{len(found)} rows, not {len(rows)}")
    for ours, theirs in zip(rows, found):
        for name, text, cell in zip(names, ours, theirs):
            if isinstance(cell, bool):
                same = text == str(cell).lower()
            elif isinstance(cell, float):
                same = float(text) == cell
            else:
                same = text == ("" if cell is None else str(cell))
            if not same:
                raise Wrong(f"{name} is {cell!r}, in CSV {text!r}")


def verbs(text):
    """The verbs that a help text lists."""
    part = text.split("Commands:\n", 1)[1].split("\n\n", 1)[0]
    return [line.split()[0] for line in part.splitlines() if line[2:3].strip()]


def main():
    failed, n_cases = [], 0
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(path)

        def case(command, check):
            nonlocal n_cases
            n_cases += 1
            try:
                check()
            except (Wrong, OSError, ValueError, csv.Error, duckdb.Error) as error:
                failed.append(f"spar {command}\n  {error}")

        for name, command, *rest in JSON:
            run = lambda: folder.run(f"{command} --json", *rest)
            case(command, lambda: check_json(name, run()))
        for name, command, *rest in LINES:
            run = lambda: folder.run(f"{command} --json", *rest)
            case(command, lambda: check_lines(name, run()))
        for name, command in LINE_FILES:
            out = lambda: folder.out(command.replace("{out}", "{out}.jsonl")).read_bytes()
            case(command, lambda: check_lines(name, out()))
        for least, command in CSV:
            if "{out}" in command:
                def read():
                    out = folder.out(command)
                    files = sorted(out.glob("*.csv")) if out.is_dir() else [out]
                    for file in files:
                        check_csv(file.read_bytes(), least)
                    if not files:
                        raise Wrong("it wrote no CSV")
                case(command, read)
            else:
                case(command, lambda: check_csv(folder.run(command), least))
        for as_csv, command in PARQUET:
            case(command, lambda: check_parquet(folder, as_csv, command))

        tried = {it[1].split()[0] for it in JSON + LINES + LINE_FILES + CSV + PARQUET}
        for verb in verbs(folder.run("help").decode()):
            if verb not in tried and verb not in NOTHING:
                failed.append(f"spar {verb}\n  no case of scripts/formats.py runs it")
        named = {it[0] for it in JSON + LINES + LINE_FILES}
        for file in SCHEMAS.glob("*.json"):
            if file.stem not in named:
                failed.append(f"docs/schemas/{file.name}\n  no case of scripts/formats.py uses it")
    for line in failed:
        print(line, file=sys.stderr)
    print(f"{n_cases - len(failed)} of {n_cases} outputs read back")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

// Lists the texts in the page's sources that people read, one per line.
//
// From markup: the content of each element in one line, and the attributes that are shown or spoken.
// From code: all strings with a space and a word of two letters, and single words that start with a
// capital and are not compared with anything. A value inside a text is written as `{name}`, and
// alternative texts as `[one | other]`.
import { parse } from "svelte/compiler";

/** Elements that are used inside a sentence. */
const INLINE = new Set([
  "a",
  "abbr",
  "b",
  "code",
  "em",
  "i",
  "kbd",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "time",
]);
/** Attributes of elements that people see or hear. */
const SHOWN = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-valuetext",
  "label",
  "placeholder",
  "title",
]);
/** Attributes whose values are only for the browser. */
const TECHNICAL = new Set([
  "class",
  "d",
  "href",
  "id",
  "points",
  "rel",
  "src",
  "style",
  "transform",
  "viewBox",
]);
/** Functions that take a selector or a media query. */
const SELECTING = new Set(["closest", "matchMedia", "matches", "querySelector", "querySelectorAll"]);
const COMPARISONS = new Set(["===", "!==", "==", "!="]);

/** The lines of a source: Svelte, HTML or TypeScript, depending on its name. */
export function lines(source, name) {
  const isCode = name.endsWith(".ts");
  const markup = isCode
    ? `<script lang="ts">\n${source}\n</script>`
    : source.replace(/^<!doctype html>/i, "");
  const root = parse(markup, { modern: true, filename: name });
  const reader = new Reader();
  for (const script of [root.module, root.instance]) if (script) reader.code(script.content);
  reader.content(root.fragment.nodes);
  return reader.lines;
}

const spaced = (text) => text.replace(/\s+/g, " ");
const outside = (text) => text.replace(/\{[^{}]*\}/g, "");
const hasLetter = (text) => /\p{L}/u.test(outside(text));
/** Browser versions such as `chrome >= 123` are not sentences. */
const isSentence = (text) => /\s/.test(text) && !text.includes(">=") && /\p{L}{2}/u.test(outside(text));
const isLabel = (text) => /^\p{Lu}\p{Ll}+\W?$/u.test(text);

class Reader {
  lines = [];

  /** Adds a text as one line. */
  note(text) {
    this.lines.push(spaced(text).trim());
  }

  /** Reads a list of markup nodes: inline nodes are joined into lines, other nodes separate them. */
  content(nodes) {
    let line = "";
    let within = [];
    const end = () => {
      if (hasLetter(line)) this.note(line);
      for (const node of within) this.around(node);
      line = "";
      within = [];
    };
    for (const node of nodes) {
      const text = inline(node);
      if (text === null) {
        end();
        this.block(node);
      } else {
        line += text;
        within.push(node);
      }
    }
    end();
  }

  /** Reads a node that is not inline. */
  block(node) {
    this.attributes(node);
    for (const part of parts(node)) this.code(part);
    for (const fragment of fragments(node)) this.content(fragment.nodes);
  }

  /** Reads the other texts of an inline node: its attributes, and the code of its values. */
  around(node) {
    this.attributes(node);
    if (node.type === "ExpressionTag") for (const part of phrase(node.expression).rest) this.code(part);
    else for (const part of parts(node)) this.code(part);
    for (const fragment of fragments(node)) for (const child of fragment.nodes) this.around(child);
  }

  attributes(node) {
    const isDescription = node.attributes?.some(
      ({ name, value }) => name === "name" && value[0]?.data === "description",
    );
    for (const { type, name, value, expression } of node.attributes ?? []) {
      if (expression) this.code(expression);
      if (type !== "Attribute" || value === true || TECHNICAL.has(name)) continue;
      const pieces = Array.isArray(value) ? value : [value];
      const isShown = SHOWN.has(name) || (name === "content" && isDescription);
      const text = pieces.map(inline).join("");
      const isText = pieces.every((it) => it.type === "Text" || isPhrase(it.expression));
      const isRead = isShown ? hasLetter(text) : node.type === "Component" && isText && isSentence(text);
      if (isRead) this.note(text);
      for (const { expression } of pieces) {
        if (!expression) continue;
        if (isRead) for (const part of phrase(expression).rest) this.code(part);
        else this.code(expression);
      }
    }
  }

  /** Reads the strings in a piece of code. */
  code(node) {
    if (!node || typeof node.type !== "string") return;
    if (/^TS(Type|Interface|Literal)/.test(node.type)) return;
    if (isPhrase(node)) {
      const { text, choices, rest } = phrase(node);
      if (choices.some((it) => isSentence(it) || isLabel(it))) this.note(text);
      for (const part of rest) this.code(part);
      return;
    }
    if (node.type === "CallExpression" && SELECTING.has(nameOf(node.callee))) return;
    const skipped = new Set(["source", "typeAnnotation", "typeArguments", "returnType"]);
    if (node.type === "Property" && !node.computed) {
      if (TECHNICAL.has(node.key.name)) return;
      skipped.add("key");
    }
    if (node.type === "SwitchCase") skipped.add("test");
    if (node.type === "BinaryExpression" && COMPARISONS.has(node.operator))
      for (const side of ["left", "right"]) if (node[side].type === "Literal") skipped.add(side);
    for (const [key, value] of Object.entries(node)) {
      if (skipped.has(key)) continue;
      for (const part of Array.isArray(value) ? value : [value]) this.code(part);
    }
  }
}

/** The text of an inline node; `null` for other nodes. */
function inline(node) {
  switch (node.type) {
    case "Text":
      return node.data;
    case "Comment":
      return "";
    case "ExpressionTag":
      return phrase(node.expression).text;
    case "Component":
      return node.fragment.nodes.length > 0 ? null : "";
    case "IfBlock": {
      const branches = fragments(node).map(({ nodes }) => joined(nodes));
      if (branches.includes(null)) return null;
      return alternatives(branches);
    }
    case "RegularElement": {
      const classes = node.attributes.find(({ name }) => name === "class")?.value;
      const isButton = Array.isArray(classes) && /\bbtn\b/.test(classes[0]?.data ?? "");
      return INLINE.has(node.name) && !isButton ? joined(node.fragment.nodes) : null;
    }
    default:
      return null;
  }
}

/** The text of nodes that are all inline, else `null`. */
function joined(nodes) {
  const texts = nodes.map(inline);
  return texts.includes(null) ? null : texts.join("");
}

const shown = (choices) => (choices.length > 1 ? alternatives(choices) : (choices[0] ?? ""));

/** Alternative texts; spaces at their ends are moved outside the brackets. */
function alternatives(choices) {
  const texts = choices.filter((it) => it.trim() !== "");
  if (texts.length === 0) return "";
  const space = (end) => (texts.some((it) => end.test(it)) ? " " : "");
  return `${space(/^\s/)}[${texts.map((it) => spaced(it).trim()).join(" | ")}]${space(/\s$/)}`;
}

/** The fragments of a block, in order. */
function fragments(node) {
  const own = [node.fragment, node.consequent, node.body, node.pending, node.then, node.catch, node.fallback];
  const found = own.filter((it) => it?.type === "Fragment");
  if (node.alternate) {
    const [only, ...others] = node.alternate.nodes;
    // `{:else if …}` is a block inside the other branch.
    if (only?.type === "IfBlock" && only.elseif && others.length === 0) found.push(...fragments(only));
    else found.push(node.alternate);
  }
  return found;
}

/** The code in the head of a block. */
function parts(node) {
  const own = [node.expression, node.test, node.declaration].filter(Boolean);
  const [only] = node.alternate?.nodes ?? [];
  return only?.type === "IfBlock" && only.elseif ? [...own, ...parts(only)] : own;
}

const isText = (node) => node?.type === "Literal" && typeof node.value === "string";

/** Whether an expression contains text: a string, or a condition or concatenation with one. */
function isPhrase(node) {
  switch (node?.type) {
    case "Literal":
      return isText(node);
    case "TemplateLiteral":
      return true;
    case "ConditionalExpression":
      return isPhrase(node.consequent) || isPhrase(node.alternate);
    case "LogicalExpression":
      return isPhrase(node.right);
    case "BinaryExpression":
      return node.operator === "+" && (isPhrase(node.left) || isPhrase(node.right));
    default:
      return false;
  }
}

/** The text of an expression, and the rest of its code. */
function phrase(node) {
  const rest = [];
  const text = (it) => {
    switch (it.type) {
      case "Literal":
        return isText(it) ? it.value : it.value === null ? "" : `{${it.raw}}`;
      case "TemplateLiteral":
        return it.quasis
          .map(({ value }, at) => value.cooked + (at < it.expressions.length ? text(it.expressions[at]) : ""))
          .join("");
      case "ConditionalExpression":
      case "LogicalExpression":
        return isPhrase(it) ? shown(choices(it)) : named(it);
      case "BinaryExpression":
        return isPhrase(it) ? text(it.left) + text(it.right) : named(it);
      case "Identifier":
        return it.name === "undefined" ? "" : `{${it.name}}`;
      default:
        return named(it);
    }
  };
  const choices = (it) => {
    if (it.type === "ConditionalExpression" && isPhrase(it)) {
      rest.push(it.test);
      return [...choices(it.consequent), ...choices(it.alternate)];
    }
    if (it.type === "LogicalExpression" && isPhrase(it)) {
      if (it.operator === "&&") {
        rest.push(it.left);
        return choices(it.right);
      }
      return [...choices(it.left), ...choices(it.right)];
    }
    return [text(it)];
  };
  const named = (it) => {
    rest.push(it);
    return `{${nameOf(it)}}`;
  };
  const found = choices(node);
  return { text: shown(found), choices: found, rest };
}

/** The name of a value: the last name in its expression. */
function nameOf(node) {
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "MemberExpression":
      return node.computed ? nameOf(node.object) : node.property.name;
    case "CallExpression":
      return nameOf(node.callee);
    case "ChainExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
      return nameOf(node.expression);
    case "AwaitExpression":
    case "UnaryExpression":
      return nameOf(node.argument);
    default:
      return "…";
  }
}

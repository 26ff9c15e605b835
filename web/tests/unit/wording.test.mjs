// Every text of the page is also in `wording/web`, one file per source, so that changes of
// wording are reviewed as text. `scripts/wording` updates the files.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lines } from "../wording.mjs";

const web = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(web, "../wording/web");

/** The relative paths of all files below a folder. */
function files(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name).slice(folder.length + 1));
}

/** The expected files: the text of each by its path. */
function wanted() {
  const sources = files(join(web, "src")).map((it) => join("src", it));
  const read = sources.filter((it) => /\.(svelte|ts)$/.test(it) && !it.endsWith(".d.ts"));
  const texts = new Map();
  for (const path of ["index.html", ...read]) {
    const found = lines(readFileSync(join(web, path), "utf8"), path);
    if (found.length > 0) texts.set(`${path}.txt`, `${found.join("\n")}\n`);
  }
  return texts;
}

test("the wording on file is that of the page", () => {
  const texts = wanted();
  expect(texts.size).toBeGreaterThan(30);
  if (process.env.UPDATE_WORDING) {
    rmSync(folder, { recursive: true, force: true });
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  const present = new Map(files(folder).map((it) => [it, readFileSync(join(folder, it), "utf8")]));
  const sorted = (map) => Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));
  const hint = "texts have changed: run `scripts/wording`, read what it changes in `wording/`, and commit it";
  expect(sorted(present), hint).toEqual(sorted(texts));
});

test("every shape of text in markup is read", () => {
  const source = `<script lang="ts">
import Part from "./a file";
type Word = "a type" | "not read";
const said = name ? "First words" : \`\${name.text} has \${count(3)} more\`;
const label = "Label";
const id = "id";
if (key === "Enter") go("a key was pressed");
</script>
<svelte:head><title>Title</title></svelte:head>
<h1 class="big head">{title}</h1>
<p title="Shown {what}" data-x="not read">Some <b>bold</b> words, {count}
  of {all.length}{#if more} and more{:else} and no more{/if}.</p>
<p>{open ? "Stay" : closed ? "Gone" : ""} <Part words="For a part" kind="small" /></p>
<button class={open ? "btn main" : "btn"} onclick={() => tell("it was pressed")}>Press</button>
<p><a class="btn" href="/a">One</a> <a class="btn" href="/b">Two</a></p>
{#each list as item}<li>Item {item ?? "not known"}</li>{:else}Nothing{/each}
<svg><path d="Move to" /></svg>
<style>p { content: "not read"; }</style>`;
  expect(lines(source, "shapes.svelte")).toEqual([
    "[First words | {text} has {count} more]",
    "Label",
    "a key was pressed",
    "Title",
    "Shown {what}",
    "Some bold words, {count} of {length} [and more | and no more].",
    "[Stay | Gone]",
    "For a part",
    "it was pressed",
    "Press",
    "One",
    "Two",
    "Item [{item} | not known]",
    "Nothing",
  ]);
});

test("every shape of text in code is read", () => {
  const source = `export * from "./another file";
const PLACES: Record<string, string> = { home: "At home", "not a": "key" };
switch (word) { case "not read": words.push("two words"); }
const sum = "a sum " + of + " parts";
const late = (await ask("a question")) ?? "no answer";`;
  expect(lines(source, "code.ts")).toEqual([
    "At home",
    "two words",
    "a sum {of} parts",
    "[{ask} | no answer]",
    "a question",
  ]);
});

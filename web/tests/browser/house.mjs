// The base of every browser test: a server, a Chromium, and pages that fail their
// test on any console error, failed request, or request to another server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { chromium } from "playwright-core";
import { STEP, VISIT } from "./limits.mjs";
import { Server } from "./server.mjs";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const wide = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/** Starts Chromium with a fresh profile. */
export function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, headless: true, args: flags, timeout: STEP });
}

/**
 * One server and one browser for the tests of a file.
 * @returns {{server: Server, visit: Visit}}
 */
export function house() {
  const own = { server: undefined, browser: undefined, visit: undefined };
  // axe checks the end of each visit for one game only; `everywhere` checks all games.
  const looked = new Set();
  before(async () => {
    [own.server, own.browser] = await Promise.all([Server.fresh(), startBrowser()]);
  });
  after(async () => {
    await own.browser?.close();
    await own.server?.close();
  });
  own.visit = (name, body, options = {}) =>
    test(name, { timeout: VISIT }, async () => {
      const guest = await newGuest(own.browser, own.server, options);
      try {
        await body(guest);
        const kind = name.slice(name.indexOf(": ") + 1);
        await (looked.has(kind) ? fits(guest.page) : healthy(guest.page));
        looked.add(kind);
        assert.deepEqual(guest.faults, [], "faults of the page");
      } catch (error) {
        // The content of the page helps to understand the failure.
        const shown = await guest.page
          .locator("main")
          .allTextContents()
          .catch(() => []);
        error.stack += `\n${guest.page.url()}\n${guest.faults.join("\n")}\n${shown}`;
        throw error;
      } finally {
        await guest.context.close();
      }
    });
  return own;
}

/**
 * A person with their own browser: no cookies, nothing cached.
 * @param {import("playwright-core").Browser} browser
 * @param {Server} server
 * @param {{size?: object, dark?: boolean, still?: boolean, keeps?: boolean, expected?: RegExp[]}} options
 *   `expected`: faults that the test itself causes, such as a refused text; `keeps`: whether
 *   the browser may cache things for use without the server
 */
export async function newGuest(browser, server, options = {}) {
  const context = await browser.newContext({
    baseURL: server.address,
    viewport: options.size ?? wide,
    colorScheme: options.dark ? "dark" : "light",
    reducedMotion: options.still === false ? "no-preference" : "reduce",
    hasTouch: options.size === phone,
    serviceWorkers: options.keeps ? "allow" : "block",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const faults = [];
  const expected = [/Service Worker registration blocked/, ...(options.expected ?? [])];
  const note = (fault) => {
    if (!expected.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  context.on("page", (page) => watch(page, server, note));
  // The opponent does not need to pause, and the tools behind "More" are shown.
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("spar", '{"pause":0,"more":true}');
  });
  const page = await context.newPage();
  page.setDefaultTimeout(STEP);
  return { page, context, faults, server };
}

/** Records everything that a page must not do. */
function watch(page, server, note) {
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) note(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => note(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // When a page is left, its open requests are cancelled.
    if (why !== "net::ERR_ABORTED") note(`failed: ${request.url()} ${why}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${server.address}/`) && !url.startsWith("data:")) note(`left: ${url}`);
  });
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks that axe-core finds nothing and that nothing scrolls sideways. */
export async function healthy(page) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    (values) => globalThis.axe.run(document, { runOnly: { type: "tag", values } }),
    rules,
  );
  const faults = found.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html} ${node.failureSummary}`),
  );
  assert.deepEqual(faults, [], `axe on ${page.url()}`);
  await fits(page);
}

/** Checks that nothing scrolls sideways. */
async function fits(page) {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(content <= window, `${page.url()} scrolls sideways: ${content} px in ${window}`);
}

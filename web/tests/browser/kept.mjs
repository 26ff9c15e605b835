// What the browser caches for use without the server.

import assert from "node:assert/strict";
import { patience } from "./limits.mjs";

/** Waits until the browser has cached the answers of all these addresses. */
export async function keeps(page, paths) {
  let missing = paths;
  const isTime = patience();
  while (missing.length > 0) {
    assert.ok(isTime(), `not kept: ${missing}`);
    await page.waitForTimeout(100);
    missing = await page.evaluate(async (wanted) => {
      const found = await Promise.all(wanted.map((path) => caches.match(path)));
      return wanted.filter((_, index) => !found[index]);
    }, paths);
  }
}

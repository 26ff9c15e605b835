// Screenshots of every page on a desktop and on a phone, in light and in dark:
// `./screenshots` writes them to docs/screenshots.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { games } from "./browser/games.mjs";
import { newGuest, phone, startBrowser, wide } from "./browser/house.mjs";
import { keeps } from "./browser/kept.mjs";
import { lost, pages } from "./browser/pages.mjs";
import { Server } from "./browser/server.mjs";

const folder = join(import.meta.dirname, "../../docs/screenshots");
const wanted = process.argv[2] ?? "connect4:rows=5,cols=5";
const row = games.find(({ game }) => game === wanted);
if (!row) throw new Error(`no row for ${wanted}`);

await mkdir(folder, { recursive: true });
const [server, browser] = await Promise.all([Server.fresh(), startBrowser()]);
try {
  for (const size of [wide, phone]) {
    for (const dark of [false, true]) {
      const guest = await newGuest(browser, server, { size, dark, keeps: true });
      const picture = async (name) => {
        const file = `${name}-${size.width}-${dark ? "dark" : "light"}.png`;
        await guest.page.screenshot({ path: join(folder, file), fullPage: true });
        process.stdout.write(`docs/screenshots/${file}\n`);
      };
      for (const [name, open] of pages(row)) {
        await open(guest.page, server);
        await picture(name);
      }
      await guest.page.goto(lost.nowhere);
      await picture("nowhere");
      await guest.page.goto("/you");
      await keeps(guest.page, ["/api/me", "/api/sessions"]);
      await server.kill();
      await guest.page.reload();
      await guest.page.getByText("You are offline").waitFor();
      await picture("offline");
      await server.start();
      await guest.context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}

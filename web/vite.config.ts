import { svelte } from "@sveltejs/vite-plugin-svelte";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { worker } from "./src/offline/worker.ts";

// The server that `npm run dev` passes requests on to: the default port of `spar serve`.
const server = "http://127.0.0.1:7878";
const passedOn = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  plugins: [svelte(), VitePWA(worker)],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // Nothing is written into the page itself: the server forbids inline style and script.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": passedOn, "/health": passedOn } },
  test: { include: ["tests/unit/**/*.test.{ts,mjs}"] },
});

// What the service worker caches; Workbox generates it during the build. It tries the server
// first, so that nobody sees an old state when there is a new one. The source of these functions
// is copied into the worker, so they cannot use anything defined outside of them.
import type { VitePWAOptions } from "vite-plugin-pwa";
import { OWN, RULES } from "./names.ts";

type Workbox = NonNullable<VitePWAOptions["workbox"]>;
type Rule = NonNullable<Workbox["runtimeCaching"]>[number];
type Plugin = NonNullable<NonNullable<Rule["options"]>["plugins"]>[number];
type Mark = NonNullable<Plugin["cachedResponseWillBeUsed"]>;

/** Caches successful answers under a name. When one is used offline, it gets the `KEPT` header. */
function kept(cacheName: string, urlPattern: Rule["urlPattern"]): Rule {
  const mark: Mark = async ({ cachedResponse: answer }) => {
    if (!answer) return answer;
    const headers = new Headers(answer.headers);
    headers.set("x-spar-kept", "1");
    return new Response(answer.body, { status: answer.status, headers });
  };
  const plugins = [{ cachedResponseWillBeUsed: mark }];
  return {
    urlPattern,
    handler: "NetworkFirst",
    options: { cacheName, cacheableResponse: { statuses: [200] }, plugins },
  };
}

/** The worker: it caches the built page, the rules, and the person's own games. */
export const worker: Partial<VitePWAOptions> = {
  manifest: false,
  // The page registers it when the browser is idle.
  injectRegister: false,
  workbox: {
    globPatterns: ["**/*.{html,js,css,svg}"],
    inlineWorkboxRuntime: true,
    skipWaiting: true,
    clientsClaim: true,
    cleanupOutdatedCaches: true,
    babelPresetEnvTargets: ["chrome >= 123", "firefox >= 120", "safari >= 17.5"],
    // Pages are requested from the server too; the cached one is used if there is no answer.
    navigateFallback: null,
    directoryIndex: null,
    runtimeCaching: [
      {
        urlPattern: ({ request, url }) => request.mode === "navigate" && !url.pathname.startsWith("/api/"),
        handler: "NetworkOnly",
        options: { precacheFallback: { fallbackURL: "index.html" } },
      },
      kept(RULES, ({ sameOrigin, url }) => sameOrigin && /^\/api\/games(\/[^/]+)?$/.test(url.pathname)),
      kept(
        OWN,
        ({ sameOrigin, url }) =>
          sameOrigin && /^\/api\/(home|me|sessions(\/[^/]+(\/review)?)?)$/.test(url.pathname),
      ),
    ],
  },
};

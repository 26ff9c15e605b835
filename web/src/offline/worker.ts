// What the service worker keeps, as Workbox makes it at the build. It asks the server first,
// so that nobody sees an old state while there is a new one. Functions go into the worker as
// they are written here, so they can name nothing from outside.
import type { VitePWAOptions } from "vite-plugin-pwa";
import { OWN, RULES } from "./names.ts";

type Workbox = NonNullable<VitePWAOptions["workbox"]>;
type Rule = NonNullable<Workbox["runtimeCaching"]>[number];
type Plugin = NonNullable<NonNullable<Rule["options"]>["plugins"]>[number];
type Mark = NonNullable<Plugin["cachedResponseWillBeUsed"]>;

/** Answers that came well are kept under a name, and marked as `KEPT` says when they stand in. */
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

/** The worker: the page as it was built, the rules, and the person's own games. */
export const worker: Partial<VitePWAOptions> = {
  manifest: false,
  // The page registers it when it has nothing better to do.
  injectRegister: false,
  workbox: {
    globPatterns: ["**/*.{html,js,css,svg}"],
    inlineWorkboxRuntime: true,
    skipWaiting: true,
    clientsClaim: true,
    cleanupOutdatedCaches: true,
    babelPresetEnvTargets: ["chrome >= 123", "firefox >= 120", "safari >= 17.5"],
    // A page is asked for like all else, and stands in when no answer comes.
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

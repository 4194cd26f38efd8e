/** The Host values that the daemon answers to: host and port, as browsers write them. */
export interface Names {
  /**
   * `<label>.localhost:<port>`: this daemon's own origin in browsers, with a label that no earlier holder of the port
   * could know. Null where another process may receive the requests.
   */
  own: string | null;
  /** The machine's loopback addresses, which any process that holds the port shares. */
  plain: readonly string[];
  /** Origins served by the user's own proxy. */
  sites: readonly string[];
}

/** Which kind of our names a request was sent to. */
export type Place = "own" | "plain" | "site";

/** `isV6Taken`: another process listens on ::1 and may get requests to `localhost` first. */
export function loopbackNames(port: number, label: string | null, isV6Taken: boolean): Omit<Names, "sites"> {
  if (isV6Taken) return { own: null, plain: [`127.0.0.1:${port}`] };
  return {
    own: label === null ? null : `${label}.localhost:${port}`,
    plain: [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`],
  };
}

/** Only our own names are answered: another site's page can make a browser call us by any name (DNS rebinding). */
export function placeOf(host: string | null | undefined, { own, plain, sites }: Names): Place | null {
  const name = host?.toLowerCase() ?? "";
  if (own !== null && name === own) return "own";
  if (plain.includes(name)) return "plain";
  return sites.some((site) => hostOf(site) === name) ? "site" : null;
}

/** Origin is absent on plain navigation and from CLI clients; browsers always send it across sites. */
export function isOurOrigin(origin: string | null | undefined, host: string | null | undefined, names: Names): boolean {
  if (origin === null || origin === undefined || names.sites.includes(origin)) return true;
  // a page on 127.0.0.1 may come from an earlier holder of the port, so it is not trusted under our other names
  return origin === `http://${host?.toLowerCase()}` && ["own", "plain"].includes(placeOf(host, names) ?? "");
}

/** Whether the browser uses HTTPS. Decided by the requested name, since anybody can set proxy headers. */
export function isSecure(
  host: string | null | undefined,
  origin: string | null | undefined,
  { sites }: Pick<Names, "sites">,
): boolean {
  if (origin?.startsWith("https://")) return true;
  const name = host?.toLowerCase() ?? "";
  return sites.some((site) => site.startsWith("https://") && hostOf(site) === name);
}

function hostOf(site: string): string {
  return site.slice(site.indexOf("://") + "://".length);
}

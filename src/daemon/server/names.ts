/** Under which names we are asked for: on this machine by our port, elsewhere by the sites that the user's own proxy serves. */
export interface Names {
  port: number;
  /** Origins. */
  sites: readonly string[];
  /** Somebody else listens on ::1: what is asked of `localhost` may have gone there first, and been passed on to us. */
  isV6Taken?: boolean;
}

/** Another site's page can make a browser call us by name or by address: only our own names are answered. */
export function isOurHost(host: string | null | undefined, names: Names): boolean {
  const name = host?.toLowerCase() ?? "";
  return isLoopback(name, names) || names.sites.some((site) => hostOf(site) === name);
}

/** Absent on plain navigation and in command line clients; a browser always sends it across sites. */
export function isOurOrigin(origin: string | null | undefined, names: Names): boolean {
  if (origin === null || origin === undefined || names.sites.includes(origin)) return true;
  return origin.startsWith("http://") && isLoopback(origin.slice("http://".length), names);
}

/** Whether the browser came by HTTPS. What proxies add to a request anybody can add: the name it asks for decides. */
export function isSecure(
  host: string | null | undefined,
  origin: string | null | undefined,
  { sites }: Names,
): boolean {
  if (origin?.startsWith("https://")) return true;
  const name = host?.toLowerCase() ?? "";
  return sites.some((site) => site.startsWith("https://") && hostOf(site) === name);
}

function isLoopback(host: string, { port, isV6Taken = false }: Names): boolean {
  if (host === `127.0.0.1:${port}`) return true;
  return !isV6Taken && (host === `localhost:${port}` || host === `[::1]:${port}`);
}

function hostOf(site: string): string {
  return site.slice(site.indexOf("://") + "://".length);
}

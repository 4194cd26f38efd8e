/** The current location. Other views (`/spawn`) need no entry here. */
export type Route = { view: "pane"; target: string; paneId: string } | { view: string };

/** `/` is the inbox; `/pane/vm1/12` is pane %12 of vm1, without the percent sign, which URLs reserve. */
export function parseRoute(path: string): Route {
  const [view = "", target, pane, ...rest] = path.split("/").filter((part) => part !== "");
  if (view === "") return { view: "inbox" };
  if (view !== "pane") return { view };
  const number = /^(?:%25|%)?(\d+)$/.exec(pane ?? "")?.[1];
  return target === undefined || number === undefined || rest.length > 0
    ? { view: "missing" }
    : { view, target, paneId: `%${number}` };
}

export function panePath({ target, pane_id }: { target: string; pane_id: string }): string {
  return `/pane/${target}/${pane_id.replace(/^%/, "")}`;
}

export function isPaneRoute(route: Route): route is Extract<Route, { paneId: string }> {
  return "paneId" in route;
}

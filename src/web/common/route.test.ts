import { describe, expect, it } from "vitest";
import { panePath, parseRoute } from "./route.ts";

describe("parseRoute", () => {
  it.each([
    ["/", { view: "inbox" }],
    ["/inbox", { view: "inbox" }],
    ["/fleet/", { view: "fleet" }],
    ["/spawn", { view: "spawn" }],
    ["/pane/vm1/12", { view: "pane", target: "vm1", paneId: "%12" }],
    ["/pane/vm1/%12", { view: "pane", target: "vm1", paneId: "%12" }],
    ["/pane/vm1/%2512", { view: "pane", target: "vm1", paneId: "%12" }],
    ["/pane/vm1", { view: "missing" }],
    ["/pane/vm1/x", { view: "missing" }],
    ["/pane/vm1/1/2", { view: "missing" }],
  ])("[WB21] %s leads to %j", (path, route) => {
    expect(parseRoute(path)).toEqual(route);
  });

  it("[WB21] a pane's address leads back to it", () => {
    const path = panePath({ target: "host", pane_id: "%7" });
    expect([path, parseRoute(path)]).toEqual(["/pane/host/7", { view: "pane", target: "host", paneId: "%7" }]);
  });
});

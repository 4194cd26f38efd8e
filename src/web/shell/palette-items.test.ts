import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { paneItems } from "./palette-items.ts";

const waiting = testPane({ pane_id: "%2" }, { ...asking(1), agent: "claude" });
const shell = testPane({ pane_id: "%3" }, { agent: null });

describe("what the palette offers", () => {
  it("[UI17, UI28] every pane with an agent, those that wait first, to go to and not to answer from here", () => {
    const went: string[] = [];
    const items = paneItems([testPane({}), shell, waiting], (path) => went.push(path));
    expect(items.map(({ label }) => label)).toEqual(["main · claude · host/main %2", "main · sh · host/main %1"]);
    items[0]?.run();
    expect(went).toEqual(["/pane/host/2"]);
  });
});

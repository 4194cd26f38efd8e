import { expect, it } from "vitest";
import { sizeInLayout } from "./layout-size.ts";

it("[TS6] the size of a pane is in the layout that tmux tells", () => {
  const split = "a1b2,120x40,0,0{60x40,0,0,1,59x40,61,0[59x20,61,0,12,59x19,61,21,2]}";
  expect(["%1", "%12", "%2", "%0"].map((pane) => sizeInLayout(split, pane))).toEqual([
    { cols: 60, rows: 40 },
    { cols: 59, rows: 20 },
    { cols: 59, rows: 19 },
    null,
  ]);
  expect(sizeInLayout("b25f,80x24,0,0,3", "%3")).toEqual({ cols: 80, rows: 24 });
});

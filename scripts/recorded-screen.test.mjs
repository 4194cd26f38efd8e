import { expect, it } from "vitest";
import { withCase, withoutPlaces } from "./recorded-screen.mjs";

it("[AD24] a recorded screen names no place of the machine that recorded it", () => {
  const places = { folder: "/root/work/x", home: "/root" };
  expect(withoutPlaces("/root/work/x (main)\n/root/.mini\n", places)).toBe("/home/dev/demo (main)\n/home/dev/.mini\n");
});

it("[AD24] a screen that is recorded again keeps its place among the cases, and what is noted of it", () => {
  const first = withCase(null, { case: "start", state: "idle", version: "1.0", note: "a note" });
  const both = withCase(first, { case: "done", state: "completed", version: "1.0" });
  expect(withCase(both, { case: "start", state: "idle", version: "1.1" })).toBe(`[
  {"case":"start","state":"idle","version":"1.1","note":"a note"},
  {"case":"done","state":"completed","version":"1.0"}
]
`);
});

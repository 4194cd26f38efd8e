import { expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { paneKey } from "../live/fleet.ts";
import { nextBlocked } from "./next-blocked.ts";

it("[UI34] the next blocked pane is the next in the inbox, then the first; no answered, hidden or open one", () => {
  const [first, second, third] = [1, 2, 3].map((n) =>
    testPane({ pane_id: `%${n}` }, { ...asking(n), shelf: "blocked" as const }),
  );
  const done = testPane({ pane_id: "%4" }, { ...asking(4), shelf: "done" as const });
  if (first === undefined || second === undefined || third === undefined) throw new Error("no panes");
  const from = (here: typeof first, more: Partial<Parameters<typeof nextBlocked>[1]> = {}) =>
    nextBlocked([third, done, second, first], {
      here: paneKey(here.identity),
      since: here.attention?.raised_at ?? null,
      hidden: new Set(),
      isAnswered: () => false,
      ...more,
    }).map(({ identity }) => identity.pane_id);
  expect(from(first)).toEqual(["%2", "%3"]);
  expect(from(second)).toEqual(["%3", "%1"]);
  expect(from(third)).toEqual(["%1", "%2"]);
  expect(from(first, { isAnswered: ({ identity }) => identity.pane_id === "%2" })).toEqual(["%3"]);
});

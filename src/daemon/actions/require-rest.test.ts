import { expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import type { State } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { requireRest } from "./require-rest.ts";

function working(path: string, state: State): PaneItem {
  const doing = { task: null, words: null, branch: null, changes: null, tool: null };
  const directory = { path, source: "hook" as const, from: "x", at: 1 };
  return { ...testPane({ target: "host" }), agent: "claude", state, doing: { ...doing, directory } };
}

it("[WK43] a refusal names the agent that works there, and its directory if it is another agent", () => {
  const [own, base] = [working("/shop/fix", "running"), working("/shop/main", "waiting_approval")];
  expect(() => requireRest(own, [own], ["/shop/fix"])).toThrow(`claude in ${own.ref} has not finished`);
  const rested = working("/shop/fix", "completed");
  expect(() => requireRest(rested, [rested, base], ["/shop/fix", "/shop/main"])).toThrow(
    `claude in ${base.ref}, which works in /shop/main, has not finished: interrupt it first`,
  );
  expect(() => requireRest(rested, [rested, base], ["/shop/fix"])).not.toThrow();
});

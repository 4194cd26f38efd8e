import { expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { type Caller, countedAs } from "./callers.ts";

it("[MC5] an agent is counted by its pane, whatever its session is called", () => {
  const named = (session_name: string) => {
    const item = testPane({ pane_id: "%2", session_name });
    return { agent: { item }, actor: {}, name: "claude" } as unknown as Caller;
  };
  expect([named("shop"), named("renamed")].map(countedAs)).toEqual(["host/%2", "host/%2"]);
  const client = { agent: null, actor: { device: { id: "d1" } }, name: "remote" } as unknown as Caller;
  expect(countedAs(client)).toBe("d1");
});

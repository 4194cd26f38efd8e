import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { Question } from "../../core/protocol/questions.ts";
import { actItems, paneItems } from "./palette-items.ts";

const waiting = testPane({ pane_id: "%2" }, { ...asking(1), agent: "claude" });
const shell = testPane({ pane_id: "%3" }, { agent: null });

describe("what the palette offers", () => {
  it("[UI17] every pane with an agent, those that wait first, by agent and place", () => {
    const went: string[] = [];
    const items = paneItems([testPane({}), shell, waiting], (path) => went.push(path));
    expect(items.map(({ label }) => label)).toEqual(["claude host/main sh %2", "generic host/main sh %1"]);
    items[0]?.run();
    expect(went).toEqual(["/pane/host/2"]);
  });

  it("[UI17] and what one word answers", () => {
    const question = {
      attention_id: "a1",
      runtime_id: waiting.runtime_id,
      kind: "approval",
      text: "Run make?",
    } as Question;
    const acts: unknown[] = [];
    const items = actItems([waiting], new Map([["a1", question]]), (...act) => acts.push(act));
    expect(items.map(({ label, hint }) => [label, hint])).toEqual([
      ["Approve: claude host/main", "Run make?"],
      ["Deny: claude host/main", "Run make?"],
    ]);
    items[0]?.run();
    expect(acts).toEqual([[waiting, { type: "pick", question, choices: ["yes"], what: "Approve" }]]);
    expect(actItems([waiting], new Map(), () => undefined)).toEqual([]);
  });
});

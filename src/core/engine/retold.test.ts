import { describe, expect, it } from "vitest";
import { resolve } from "./resolve.ts";
import { begin, foldAll, say, stop } from "./test-events.ts";

const S = 1000;

describe("a marker that an agent's file tells and the end of its turn tells again", () => {
  const marker = { source: "marker", message: "Please try it", attention: "testing" } as const;
  const line = say(9_900, "completed", { ...marker, ingested_at: 10_300 });
  const retold = say(10 * S, "completed", { ...marker, medium: "repainted" });
  const turn = [begin(1 * S), stop(10 * S)];

  it("[AD16] is one call, even if the line is read after the end", () => {
    const early = resolve(foldAll([...turn, retold]), 10_100);
    expect([early.state, early.message, early.attention]).toEqual(["completed", "Please try it", null]);
    const both = resolve(foldAll([...turn, retold, line]), 10_400);
    expect(both.attention).toMatchObject({ attention_id: line.event_id, kind: "testing" });
  });

  it("[AD16] calls if only the end tells it", () => {
    const { attention } = resolve(foldAll([...turn, retold]), 11 * S);
    expect(attention).toMatchObject({ attention_id: retold.event_id, raised_at: 10 * S });
  });
});

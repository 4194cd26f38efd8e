import { describe, expect, it } from "vitest";
import { begin, look, stop } from "../engine/test-events.ts";
import { agentMoved } from "./agent-moved.ts";

const ASKED = 10_000;
const ANSWERED = 10_100;

describe("the agent's own report that it took an answer", () => {
  const moved = (...events: Parameters<typeof agentMoved>[0]) =>
    agentMoved(events, ANSWERED, ["busy", "rest"], ASKED)?.event_id ?? null;

  it("[GD10] is the first event or turn of a level since the answer, with a little tolerance for clocks", () => {
    const [works, ends] = [begin(ANSWERED - 50), stop(ANSWERED + 500)];
    expect(moved(ends, works)).toBe(works.event_id);
    const turned = look("title", ANSWERED + 20, "busy", { changed_at: ANSWERED + 10 });
    expect(moved(turned)).toBe(turned.event_id);
    expect(moved(look("title", ANSWERED + 20, "busy", { changed_at: 1_000 }))).toBeNull();
  });

  it("[GD10] is no event from before the question, such as the agent's start a moment earlier", () => {
    expect(moved(begin(ASKED - 1), stop(ASKED - 100))).toBeNull();
    expect(moved(look("title", ANSWERED, "rest", { changed_at: ASKED - 1 }))).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import type { Source } from "../protocol/events/event.ts";
import { resolve as resolveBy } from "./resolve.ts";
import { ask, begin, busy, edgeOf, ended, type event, foldAll, look, say, seen, stop } from "./test-events.ts";

const S = 1000;

type Events = ReturnType<typeof event>[];
const resolve = (now: number, ...events: Events) => resolveBy(foldAll(events), now);
/** Busy since 1 s, as Claude's file reports it. */
const works = (at: number, changed_at = 1 * S) => look("session_file", at, "busy", { changed_at });
const rests = (at: number, changed_at = at) => look("session_file", at, "rest", { changed_at });
const told = ({ state, attention, nudge_seq }: ReturnType<typeof resolve>) => [
  state,
  attention?.kind ?? null,
  nudge_seq,
];

describe("an end and the levels around it", () => {
  const turn = [begin(1 * S, { turn: "t" }), stop(10 * S, { turn: "t", message: "Done" })];

  it("[EN35] a busy level that goes on holds the end: running, no call; when it rests, the outcome shows and calls", () => {
    const held = resolve(12 * S, ...turn, works(12 * S));
    expect([...told(held), held.source]).toEqual(["running", null, 0, "session_file"]);
    expect(held.because).toMatch(/held/);
    const then = resolve(13 * S, ...turn, works(12 * S), rests(12_500));
    expect([...told(then), then.message]).toEqual(["completed", "done", 10 * S, "Done"]);
    expect(then.attention?.raised_at).toBe(10 * S);
  });

  it("[EN46] a blind level that goes on does not hold the end of an agent with teammates; one that turns busy later counts", () => {
    const blindly = (at: number, changed_at: number) => look("session_file", at, "busy", { blind: true, changed_at });
    const end = stop(10 * S, { turn: "t", has_teammates: true });
    const over = resolve(12 * S, begin(1 * S, { turn: "t" }), end, blindly(12 * S, 1 * S));
    expect(told(over)).toEqual(["completed", "done", 10 * S]);
    const again = resolve(14 * S, begin(1 * S, { turn: "t" }), end, blindly(14 * S, 13 * S));
    expect(again.state).toBe("running");
    // a level that sees the agent itself holds it as ever
    const painted = look("screen", 16 * S, "busy", { changed_at: 1 * S });
    expect(resolve(16 * S, begin(1 * S, { turn: "t" }), end, painted).state).toBe("running");
  });

  it("[EN35] a level that rested and took up a queued prompt within the settle time holds it too", () => {
    const idle = rests(10_250, 10_150);
    expect(told(resolve(10_300, ...turn, idle))).toEqual(["completed", "done", 10 * S]);
    const again = works(13 * S, 10_270);
    expect(told(resolve(13 * S, ...turn, idle, again))).toEqual(["running", null, 10 * S]);
    const second = stop(15 * S, { turn: "t", message: "Done again" });
    const after = resolve(15_300, ...turn, idle, again, second, rests(15_200));
    expect([...told(after), after.message]).toEqual(["completed", "done", 15 * S, "Done again"]);
  });

  it("[EN35] work in the background is not ended by a return to the prompt, but by a strong end and by the next turn", () => {
    const aside = busy(10 * S, { background: true });
    const back = stop(10_200, { state: "idle", weak: true });
    const at = (now: number, ...more: Events) => told(resolve(now, begin(1 * S), aside, back, ...more));
    expect(at(20 * S)).toEqual(["running", null, 0]);
    expect(resolve(20 * S, begin(1 * S), back, aside)).toEqual(resolve(20 * S, begin(1 * S), aside, back));
    expect(at(25 * S, stop(20 * S))).toEqual(["completed", "done", 20 * S]);
    expect(at(25 * S, begin(20 * S), stop(22 * S, { state: "idle", weak: true }))).toEqual(["idle", null, 0]);
    expect(told(resolve(20 * S, begin(1 * S), busy(10 * S), back))).toEqual(["idle", null, 0]);
  });

  it("[EN35] an interrupt is held by a title or screen only after 15 s, and by a session file at once", () => {
    const stopped = [begin(1 * S), stop(10 * S, { state: "idle" })];
    const goesOn = (source: Source, at: number) =>
      resolve(at, ...stopped, look(source, at, "busy", { changed_at: 1 * S }));
    for (const source of ["title", "screen"] as const)
      expect([goesOn(source, 14 * S).state, goesOn(source, 25_100).state]).toEqual(["idle", "running"]);
    expect(goesOn("session_file", 14 * S).state).toBe("running");
  });

  it("[EN35] a screen holds an end only after 5 s, as agents paint late; until then the end shows without a call", () => {
    const paints = (at: number) => look("screen", at, "busy", { changed_at: 1 * S });
    expect(told(resolve(14_900, ...turn, paints(14_900)))).toEqual(["completed", null, 0]);
    expect(resolve(14_900, ...turn, paints(14_900)).revisit_at).toBe(15_001);
    expect(told(resolve(15_100, ...turn, paints(15_100)))).toEqual(["running", null, 0]);
    const painted = look("screen", 13 * S, "rest", { state: "completed" });
    expect(told(resolve(13_100, ...turn, paints(12_900), painted))).toEqual(["completed", "done", 10 * S]);
  });

  it("[EN35] a level that turned busy after the settle time overrules the end for good", () => {
    const turned = works(12 * S, 10_501);
    expect(told(resolve(12 * S, ...turn, turned))).toEqual(["running", null, 10 * S]);
    const after = resolve(16 * S, ...turn, turned, rests(15 * S));
    expect([after.state, after.source]).toEqual(["idle", "session_file"]);
    // one that was late to see the work which has just ended only stayed busy
    expect(resolve(13 * S, ...turn, works(12 * S, 10_500), rests(12_500)).state).toBe("completed");
  });

  it("[EN15, EN35] a level that cannot see menus overrules the end only once an event or a screen shows work too", () => {
    const blindly = look("session_file", 12 * S, "busy", { blind: true, changed_at: 10_501 });
    const painted = look("screen", 11 * S, "rest");
    const works = look("screen", 11_500, "busy");
    expect(told(resolve(12 * S, ...turn, painted, blindly))).toEqual(["completed", "done", 10 * S]);
    expect(resolve(12 * S, ...turn, painted, blindly, works).state).toBe("running");
    expect(resolve(12 * S, ...turn, painted, blindly, busy(11 * S)).state).toBe("running");
    expect(resolve(12 * S, ...turn, blindly).state).toBe("running");
    const titled = look("title", 11_600, "busy", { blind: true, changed_at: 11_200 });
    expect(told(resolve(11_699, ...turn, painted, titled))).toEqual(["completed", "done", 10 * S]);
    expect(resolve(11_699, ...turn, painted, titled).revisit_at).toBe(11_700);
    expect(resolve(11_700, ...turn, painted, titled).state).toBe("running");
    const marked = look("title", 11_800, "busy", { withdrawn: true });
    expect(told(resolve(12 * S, ...turn, painted, titled, marked))).toEqual(["completed", "done", 10 * S]);
    const back = stop(10_200, { state: "idle", weak: true });
    expect(told(resolve(12 * S, ...turn, back, painted, blindly))).toEqual(["completed", "done", 10 * S]);
    const opened = [
      begin(1 * S),
      back,
      painted,
      look("session_file", 12 * S, "busy", { blind: true, changed_at: 11 * S }),
    ];
    expect(resolve(12 * S, ...opened).state).toBe("running");
  });

  it("[EN35, EN9] a lesser level that flickers does not overrule the end while a better one rests", () => {
    const flickers = look("title", 14 * S, "busy", { changed_at: 12 * S });
    expect(told(resolve(14_100, ...turn, rests(14 * S, 10_100), flickers))).toEqual(["completed", "done", 10 * S]);
    expect(resolve(14_100, ...turn, rests(11 * S, 10_100), flickers).state).not.toBe("completed");
  });

  it("[EN35] within the settle time the end shows but does not call, unless a level shows rest", () => {
    expect(told(resolve(10_300, ...turn, works(9 * S)))).toEqual(["completed", null, 0]);
    expect(told(resolve(10_300, ...turn, works(9 * S), rests(10_200)))).toEqual(["completed", "done", 10 * S]);
    expect(told(resolve(10_501, ...turn, works(9 * S)))).toEqual(["completed", "done", 10 * S]);
    expect(told(resolve(10_999, ...turn))).toEqual(["completed", null, 0]);
    expect(told(resolve(11 * S, ...turn))).toEqual(["completed", "done", 10 * S]);
    expect(resolve(10_300, ...turn).revisit_at).toBe(11 * S);
  });

  it("[EN35] the call of an earlier turn is not repeated while the next end is held", () => {
    const next = [begin(20 * S), stop(30 * S), works(31 * S, 20 * S)];
    expect(told(resolve(32 * S, ...turn, rests(11 * S), ...next))).toEqual(["running", null, 10 * S]);
  });

  it("[EN35] if the level that holds the end goes stale, the end is confirmed, not unknown", () => {
    expect(told(resolve(27 * S, ...turn, works(12 * S)))).toEqual(["completed", "done", 10 * S]);
    expect(told(resolve(13 * S, ...turn, works(12 * S), ended(12_500, 0)))).toEqual(["idle", "done", 10 * S]);
  });

  it("[EN35] the end of a program that a wrapper waited for is confirmed at once", () => {
    const exit = edgeOf("wrapper", 10 * S, { phase: "rest", state: "error" });
    expect(told(resolve(10 * S, begin(1 * S), exit))).toEqual(["error", "error", 10 * S]);
  });

  it("[EN35, EN16] a held end counts its 120 s of completed from when its level first turned", () => {
    const held = [...turn, works(40 * S), rests(41 * S), seen(50 * S, 10 * S)];
    expect(resolve(160 * S, ...held).state).toBe("completed");
    expect(resolve(161 * S, ...held).state).toBe("idle");
    expect(resolve(400 * S, ...held, rests(399 * S, 399 * S)).state).toBe("idle");
  });

  it("[EN35, EN11] a declaration shows while the end is held", () => {
    const asks = say(9 * S, "waiting_input", { message: "Which?" });
    expect(told(resolve(12 * S, turn[0] as Events[0], asks, turn[1] as Events[0], works(12 * S)))).toEqual([
      "waiting_input",
      "input",
      9 * S,
    ]);
  });

  it("[EN35, AT4] being seen while the end is held does not close the call that comes later", () => {
    const earlier = [begin(0), stop(500), rests(600, 600)];
    const during = seen(12 * S, 500);
    expect(told(resolve(13 * S, ...earlier, ...turn, works(12 * S), during, rests(12_500)))).toEqual([
      "completed",
      "done",
      10 * S,
    ]);
  });
});

describe("the call for an end", () => {
  const began = begin(1 * S, { turn: "t" });
  const idAt = (now: number, ...events: Events) => resolve(now, began, ...events).attention?.attention_id;

  it("[EN36] has an attention_id of runtime, turn and kind, whichever source tells it", () => {
    const byHook = idAt(12 * S, stop(10 * S));
    const byLevel = idAt(12 * S, look("osc", 11 * S, "rest", { state: "completed" }));
    expect(byHook).toBeDefined();
    expect(byLevel).toBe(byHook);
    expect(idAt(12 * S, stop(10 * S, { state: "error" }))).not.toBe(byHook);
    expect(resolve(12 * S, begin(1 * S, { turn: "u" }), stop(10 * S)).attention?.attention_id).not.toBe(byHook);
    const fold = foldAll([began, stop(10 * S)]);
    const inRuntime = (id: string) => resolveBy(fold, 12 * S, "ok", undefined, id).attention?.attention_id;
    expect(inRuntime("one")).not.toBe(inRuntime("two"));
  });

  it("[EN36] without hooks is named after the work that levels last saw begin", () => {
    const done = (at: number) => look("osc", at, "rest", { state: "completed", changed_at: at });
    const id = (...events: Events) => resolve(30 * S, ...events).attention?.attention_id;
    const first = id(look("osc", 2 * S, "busy"), done(29 * S));
    expect(id(look("osc", 2 * S, "busy"), look("title", 2 * S, "busy"), done(29_500))).toBe(first);
    expect(id(look("osc", 20 * S, "busy"), done(29 * S))).not.toBe(first);
  });

  it("[EN36] has another id for work that only a level saw begin after the end", () => {
    const again = [look("osc", 20 * S, "busy"), look("osc", 29 * S, "rest", { state: "completed" })];
    expect(idAt(30 * S, stop(10 * S), ...again)).not.toBe(idAt(12 * S, stop(10 * S)));
  });

  it("[EN35] for an end that only a screen shows comes after its settle time", () => {
    const shown = (at: number, state: "completed" | "idle", changed_at = at) =>
      look("screen", at, "rest", { state, changed_at });
    const worked = look("screen", 5 * S, "busy");
    const first = resolve(10_200, worked, shown(10 * S, "completed"));
    expect([first.state, first.attention, first.revisit_at]).toEqual(["completed", null, 11 * S]);
    const cancelled = resolve(10_600, worked, shown(10 * S, "completed"), shown(10_500, "idle"));
    expect([cancelled.state, cancelled.attention]).toEqual(["idle", null]);
    const stood = shown(11 * S, "completed", 10 * S);
    expect(told(resolve(11 * S, worked, shown(10 * S, "completed"), stood))).toEqual(["completed", "done", 10 * S]);
  });

  it("[EN35] does not come for an end that the screen has shown since before the turn", () => {
    const before = [begin(1 * S), stop(5 * S), look("screen", 5 * S, "rest", { state: "completed" })];
    const late = look("screen", 12 * S, "rest", { state: "completed", changed_at: 5 * S });
    expect(resolve(12 * S, ...before, begin(10 * S), late).attention).toBeNull();
    // a conversation that was gone on with
    expect(resolve(12 * S, late)).toMatchObject({ state: "idle", attention: null });
  });

  it("[EN35] is for the later of two Stops; a failure after a Stop is another call", () => {
    const again = resolve(14 * S, began, stop(10 * S), stop(12 * S));
    expect(again.attention).toMatchObject({ attention_id: idAt(12 * S, stop(10 * S)), raised_at: 12 * S });
    // the first was confirmed: the call stays while the second is fresh
    expect(resolve(12_100, began, stop(10 * S), stop(12 * S)).attention?.kind).toBe("done");
    const failed = resolve(14 * S, began, stop(10 * S), stop(12 * S, { state: "error" }));
    expect([failed.state, failed.attention?.kind]).toEqual(["error", "error"]);
  });

  it("[EN35] does not come for a Stop that was blocked, but for the real one", () => {
    const blocked = resolve(10_900, began, stop(10 * S), busy(10_800));
    expect([blocked.state, blocked.attention]).toEqual(["running", null]);
    const real = resolve(30 * S, began, stop(10 * S), busy(10_800), stop(20 * S));
    expect(told(real)).toEqual(["completed", "done", 20 * S]);
    expect(real.attention?.attention_id).toBe(idAt(12 * S, stop(10 * S)));
    expect(told(resolve(10_900, began, stop(10 * S), ask(10_800)))).toEqual(["waiting_approval", "approval", 10_800]);
  });

  it("[EN35] stays as raised if the event comes after the level that told it first", () => {
    const done = look("osc", 10 * S, "rest", { state: "completed" });
    const first = resolve(10_010, began, busy(5 * S), done);
    const then = resolve(10_060, began, busy(5 * S), done, stop(10_050));
    expect([first.attention?.kind, then.attention?.kind]).toEqual(["done", "done"]);
    expect(then.attention?.attention_id).toBe(first.attention?.attention_id);
  });

  it("[EN10] for a weak end right after a strong one is the same, even if a level showed work between them", () => {
    const denied = edgeOf("plugin", 10 * S, { phase: "rest", state: "idle" });
    const weak = edgeOf("plugin", 12 * S, { phase: "rest", state: "completed", weak: true });
    const windsUp = look("screen", 11_500, "busy", { changed_at: 11_500 });
    const then = resolve(14 * S, began, denied, windsUp, weak, look("screen", 13 * S, "rest"));
    expect([then.state, then.attention]).toEqual(["idle", null]);
    expect(resolve(14 * S, began, denied, busy(11 * S), weak).state).toBe("completed");
  });

  it("[EN35] for a weak end is held like that of a strong one", () => {
    const weak = stop(10 * S, { weak: true });
    const goesOn = look("title", 12 * S, "busy", { changed_at: 1 * S });
    expect(told(resolve(12 * S, began, weak, goesOn))).toEqual(["running", null, 0]);
    expect(told(resolve(14 * S, began, weak, goesOn, look("title", 13 * S, "rest")))).toEqual([
      "completed",
      "done",
      10 * S,
    ]);
    expect(told(resolve(10_300, began, weak))).toEqual(["completed", null, 0]);
    expect(told(resolve(11 * S, began, weak))).toEqual(["completed", "done", 10 * S]);
  });

  it("[EN35, EN9] a level that turned busy since overrules a weak end", () => {
    const weak = edgeOf("plugin", 10 * S, { phase: "rest", state: "completed", weak: true });
    expect(resolve(16 * S, began, weak, works(12 * S, 11 * S), rests(15 * S)).state).toBe("idle");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { questionOf, WatchStage, watchedPane } from "../../../test/support/watch-stage.ts";
import { displayWidth } from "../../core/text/width.ts";
import { dayOf } from "../common/day-of.ts";
import { draw } from "./draw.ts";

const NOW = 100_000;

describe("draw", () => {
  it("[CL50] groups rows, with one label each, who it is, how long, and what is asked; all of it in the selected one", () => {
    const panes = [
      watchedPane("api", "approval", { raised_at: 40_000, message: "Bash: make" }),
      watchedPane("web", "input", { raised_at: 95_000, message: "Which database?" }),
      watchedPane("ui", "testing", { raised_at: 90_000, message: "Try the button" }),
      watchedPane("docs", "done", { raised_at: 99_000, message: "Written" }),
      watchedPane("jobs", null, { since: 97_000, message: "compiling" }),
      { ...watchedPane("claude", null, { state: "idle", since: null }), label: "idle" },
    ];
    const stage = new WatchStage({ columns: 60, rows: 28 }).hear(...panes);
    stage.asked(questionOf(panes[0] as (typeof panes)[0], { detail: "make" }));
    const { lines, nextAge } = draw(stage.model, NOW);
    expect(
      lines.map((line) => line.trimEnd()).join("\n"),
    ).toBe(`agtmux  2 blocked · 1 to check · 1 done · 1 running · … live
Blocked 2
▌! wants approval api [claude] api                        1m
   Run make?
     make
   1. Yes
   2. Yes, always
   3. No
   y Yes · n No · 1–3 pick · e seen · z later
 ? asks           web [claude] web                        5s
   Which database?

Check 1
 ◇ please test    ui [claude] ui                         10s
   Try the button

Done 1
 ✓ done           docs [claude] docs  Written             1s

Running 1
 ▶ running        jobs [claude] jobs  compiling           3s

Others 1
 – idle           claude [claude] claude



j/k · Enter go · space look · / filter · ? keys · q quit`);
    expect(nextAge).toBe(1_000);
  });

  it("[UG9] in a wide terminal a row ends with its context and what was used today", () => {
    const tokens = { input: 1_000, cached: 0, cache_written: 0, output: 0, reasoning: 0, calls: 1, total: 1_000 };
    const used = { ...tokens, cost: { usd: 0.684, computed: true, unpriced_calls: 0 } };
    const context = { used: 110_000, size: 200_000, percent: 55, full_since: null, at: 1 };
    const day = dayOf(NOW);
    const usage = { session_id: "s", model: "m", session: used, turn: used, day, on_day: used, context };
    const pane = { ...watchedPane("jobs", null, { since: 97_000, message: "compiling" }), usage };
    const drawn = (columns: number) =>
      draw(new WatchStage({ columns, rows: 28 }).hear(pane).model, NOW).lines.join("\n");
    expect(drawn(100)).toMatch(/jobs \[claude\].* ▮▮▮▯▯ 55% {2}~\$0\.68 {2}3s$/m);
    expect(drawn(99)).not.toContain("55%");
  });

  it("[CL50] a task's title goes before the window's name, and a program without a name of ours is called by its own", () => {
    const signal = {
      type: "work",
      at: 1,
      session_id: null,
      task_id: null,
      task_title: "Fix login",
      provisional: false,
    };
    const pane = watchedPane("x", null, { agent: "generic", command: "aider", window_name: "zsh" });
    expect(WatchStage.of(pane).screen).toContain("x [aider] x");
    expect(WatchStage.of({ ...pane, signal: signal as never }).screen).toContain("Fix login [aider] x");
  });

  it("[CL60] every line fits whatever is said, with preview, editor, filter or help, at any size", () => {
    const text = fc.array(fc.constantFrom("a", " ", "日", "👩‍👩‍👧", "é", "\u202e", "\x1b[31m", "\n", "word"), {
      maxLength: 40,
    });
    const words = text.map((parts) => parts.join(""));
    const pane = fc.record({
      kind: fc.constantFrom("approval" as const, "done" as const, "stalled" as const, null),
      message: words,
      window_name: words,
      cwd: words,
    });
    const size = fc.record({ columns: fc.integer({ min: 30, max: 90 }), rows: fc.integer({ min: 4, max: 40 }) });
    const keys = fc.array(fc.constantFrom("j", " ", "/", "?", "r", "日", "k", "Escape", "y", "G"), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(pane, { maxLength: 8 }), words, size, keys, (fleet, asked, room, pressed) => {
        const panes = fleet.map(({ kind, ...more }, n) => watchedPane(`p${n}`, kind, more));
        const stage = new WatchStage(room).hear(...panes);
        stage.asked(...panes.map((each) => questionOf(each, { text: asked, detail: asked, free: true })));
        stage.slowly(...pressed).tell({ type: "link", lostSince: asked === "" ? "10:00:00" : null });
        const { lines, cursor } = draw(stage.model, NOW);
        expect(lines).toHaveLength(room.rows);
        for (const line of lines) {
          expect(displayWidth(line)).toBeLessThanOrEqual(room.columns);
          expect(line).not.toMatch(/[\x00-\x1f\u202e]/);
        }
        expect(cursor?.column ?? 0).toBeLessThan(room.columns);
      }),
      { numRuns: 60 },
    );
  });

  it("[CL61] no redraw is due if no age in view changes", () => {
    expect(draw(WatchStage.of(watchedPane("a", null, { since: null })).model, NOW).nextAge).toBe(null);
    expect(draw(WatchStage.of(watchedPane("a", null, { since: NOW - 3_600_000 })).model, NOW).nextAge).toBe(3_600_000);
    expect(draw(WatchStage.of(watchedPane("a", null, { since: NOW - 60_500 })).model, NOW).nextAge).toBe(59_500);
  });

  it("[CL62] without the daemon it says since when, and keeps the rows", () => {
    const stage = WatchStage.of(watchedPane("api", "approval")).tell({ type: "link", lostSince: "10:12:13" });
    expect(stage.lines[0]).toContain("does not answer since 10:12:13");
    expect(stage.screen).toContain("wants approval api");
    expect(stage.tell({ type: "link", lostSince: null }).lines[0]).toMatch(/live$/);
  });
});

import { describe, expect, it } from "vitest";
import { recordedScreen, replaced } from "../../../test/accuracy/shown-screen.ts";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import { lastLook } from "../../core/engine/fold-queries.ts";
import { TestPipeline } from "../pipeline/test-pipeline.ts";
import { testTopology } from "../targets/tmux/test-topology.ts";
import { ShownLevels } from "./shown-levels.ts";

const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];

/** An agent without hooks, known only from its pane and terminal. */
function watched(agent: string, { alternate = false } = {}) {
  const target = new TestPipeline(120_000);
  const panes = [{ pane_id: "%1", pane_pid: 100, command: "node", alternate }];
  target.observe(panes, [SHELL, [110, 100, "node", ["node", `/home/dev/app/node_modules/.bin/${agent}`]]]);
  const { pipeline } = target;
  const shown = new ShownLevels({
    target: "host",
    runtimes: target.runtimes,
    levels: {
      look(runtimeId, facts, lateMs) {
        pipeline.look(runtimeId, facts, lateMs);
        return true;
      },
      unwatchLevel: (runtimeId, source) => pipeline.unwatchLevel(runtimeId, source),
      endLevel: (runtimeId, source) => pipeline.endLevel(runtimeId, source),
    },
    adapterOf,
    cuesOf: () => ({}),
    versionOf: () => undefined,
    titleHasTold: (runtimeId) => lastLook(target.folds.of(runtimeId), "title") !== null,
    clock: { now: () => target.now },
  });
  shown.observe(testTopology(panes, []));
  const write = (text: string) => shown.hear("%1", new TextEncoder().encode(text));
  return {
    target,
    title: (title: string) => write(`\x1b]0;${title}\x07`),
    /** tmux tells the title, as it was `ago` milliseconds ago. */
    reported: (title: string, ago: number) =>
      shown.observe(testTopology([{ pane_id: "%1", pane_pid: 100, title, listedAt: target.now - ago }], [])),
    osc: (words: string) => write(`\x1b]7501;${words}\x07`),
    line: (text: string) => shown.hear("%1", new TextEncoder().encode(`${text}\n`), false),
    hearsInPart: () => shown.hearsInPart("%1"),
    see: (lines: readonly string[]) => {
      shown.touched("%1");
      shown.see("%1", lines);
    },
    screen: (name: string) => recordedScreen(agent, name),
    pass(ms: number) {
      for (const until = target.now + ms; target.now < until; target.now += Math.min(500, until - target.now))
        target.pipeline.tick();
      target.pipeline.tick();
    },
    told() {
      const { state, attention, source } = target.pane();
      return [state, source, attention?.kind ?? null, attention?.message ?? null];
    },
  };
}

describe("what an agent without hooks shows", () => {
  it("[AD29, EN16] a title that only tmux tells counts from when tmux was asked, not from when it is looked at again", () => {
    const codex = watched("codex");
    const seenAt = codex.target.now;
    codex.reported("⠋ demo", 0);
    codex.pass(1_000);
    codex.reported("⠋ demo", 1_000);
    codex.pass(500);
    const runtimeId = codex.target.runtimeRows()[0]?.runtime_id ?? "";
    codex.target.pipeline.unwatchLevel(runtimeId, "title");
    expect(lastLook(codex.target.folds.of(runtimeId), "title")?.at).toBe(seenAt);
    expect(codex.told().slice(0, 2)).toEqual(["running", "title"]);
  });

  it("[AD29, EN16] a screen that was read under one title is read again when tmux tells another title", () => {
    const codex = watched("codex");
    codex.reported("⠋ demo", 0);
    codex.pass(2_000);
    codex.see(codex.screen("done-plain").lines);
    expect(codex.told()[0]).toBe("running");
    codex.pass(1_000);
    codex.reported("demo", 0);
    codex.pass(1_500);
    expect(codex.told().slice(0, 3)).toEqual(["completed", "screen", "done"]);
  });

  it("[AD29, EN16] what a screen has from a title that only tmux tells is as old as the title", () => {
    const codex = watched("codex");
    const toldAt = codex.target.now;
    codex.reported("⠋ demo", 0);
    codex.pass(2_000);
    codex.see(codex.screen("done-plain").lines);
    codex.see(["something that no cue knows"]);
    const runtimeId = codex.target.runtimeRows()[0]?.runtime_id ?? "";
    expect(lastLook(codex.target.folds.of(runtimeId), "screen")?.at).toBe(toldAt);
  });

  it("[AD29, EN9] a title that tells nothing any more ends what it showed, and does not outlive it over a lesser level", () => {
    const codex = watched("codex");
    codex.title("⠋ demo");
    codex.pass(5_000);
    expect(codex.told().slice(0, 2)).toEqual(["running", "title"]);
    codex.title("demo");
    codex.see(codex.screen("done-plain").lines);
    codex.pass(1_500);
    expect(codex.told().slice(0, 3)).toEqual(["completed", "screen", "done"]);
    codex.title("⠙ demo");
    codex.see(codex.screen("working").lines);
    codex.pass(2_000);
    expect(codex.told().slice(0, 2)).toEqual(["running", "title"]);
    codex.title("[ ! ] Action Required | demo");
    codex.see(codex.screen("approval-rm").lines);
    codex.pass(1_500);
    expect(codex.told().slice(0, 3)).toEqual(["waiting_approval", "screen", "approval"]);
  });

  it("[AD29, AD17] an answer on the screen has ended if the title showed states before and shows none now, and only then", () => {
    const codex = watched("codex");
    const { lines } = codex.screen("working");
    codex.title("demo");
    codex.see(lines);
    expect(codex.told()[0]).toBe("unknown");
    codex.title("⠋ demo");
    codex.see(lines);
    codex.pass(5_000);
    expect(codex.told()[0]).toBe("running");
    codex.title("demo");
    codex.see(lines);
    codex.pass(1_500);
    expect(codex.told().slice(0, 3)).toEqual(["completed", "screen", "done"]);
    // older versions draw a line under an answer that tools were used for
    const box = lines.findIndex((line) => line.startsWith("› Ask"));
    codex.see(lines.toSpliced(box, 0, "─".repeat(120), "", ""));
    expect(codex.told()[0]).toBe("completed");
  });

  it("[EN9] a title that tells nothing any more also ends what the screen showed of the same, if the screen is not recognised since", () => {
    const codex = watched("codex");
    codex.title("⠋ demo");
    codex.see(codex.screen("tool-running").lines);
    codex.pass(5_000);
    codex.title("demo");
    codex.see(["something that no cue knows"]);
    expect(codex.told()[0]).toBe("unknown");
    codex.pass(5_000);
    codex.see(codex.screen("tool-running").lines);
    expect(codex.told().slice(0, 2)).toEqual(["running", "screen"]);
  });

  it("[EN9] where nothing else is known, what a title no longer shows is unknown at once, also after a restart", () => {
    const codex = watched("codex");
    codex.title("⠋ demo");
    codex.pass(2_000);
    codex.title("demo");
    expect(codex.told().slice(0, 1)).toEqual(["unknown"]);
    const { runtime_id } = codex.target.runtimeRows()[0] ?? {};
    const stored = codex.target.store.eventsOf(runtime_id ?? "", 10).map(({ evidence }) => evidence);
    expect(stored).toContainEqual({
      ...{ kind: "level", phase: "busy", withdrawn: true },
      ...{ changed_at: codex.target.now, worked_since: expect.any(Number) },
    });
  });

  it("[AD42] Codex: the call of its control sequence gets the words of its screen, and keeps its name", () => {
    const codex = watched("codex");
    codex.osc("state=working:app=codex");
    codex.pass(5_000);
    codex.osc("state=blocked:app=codex:kind=permission");
    codex.pass(1_000);
    expect(codex.told()).toEqual(["waiting_approval", "osc", "approval", ""]);
    const name = codex.target.pane().attention?.attention_id;
    codex.see(codex.screen("approval-rm").lines);
    const words = "Would you like to run the following command? rm -rf build/cache";
    expect(codex.told()).toEqual(["waiting_approval", "osc", "approval", words]);
    codex.pass(60_000);
    expect(codex.told()).toEqual(["waiting_approval", "osc", "approval", words]);
    expect(codex.target.pane().attention?.attention_id).toBe(name);
  });

  it("[TX16] in a line that arrives when it ends, only the last control sequence is current, and none of a full-screen program", () => {
    const states = ["working", "blocked:kind=permission", "done", "idle", "working"];
    const line = states.map((state) => `\x1b]0;⠋ demo\x07\x1b]7501;state=${state}:app=codex\x07`).join("painted");
    const painting = watched("codex", { alternate: true });
    painting.line(line);
    painting.pass(2_000);
    expect(painting.told()).toEqual(["unknown", null, null, null]);
    const printing = watched("codex");
    printing.line(line);
    printing.pass(2_000);
    expect([printing.told(), printing.target.pane().nudge_seq]).toEqual([["running", "osc", null, null], 0]);
  });

  it("[TX16] what was heard while all output came grows old once only some lines do", () => {
    const codex = watched("codex");
    codex.osc("state=working:app=codex");
    codex.pass(60_000);
    expect(codex.told().slice(0, 2)).toEqual(["running", "osc"]);
    codex.hearsInPart();
    codex.pass(60_000);
    expect(codex.told()[0]).toBe("unknown");
  });

  it("[AD42] a later dialog does not get the words of the one before", () => {
    const codex = watched("codex");
    codex.osc("state=blocked:app=codex:kind=permission");
    codex.see(codex.screen("approval-rm").lines);
    codex.pass(5_000);
    codex.osc("state=working:app=codex");
    codex.see(codex.screen("working").lines);
    codex.pass(5_000);
    codex.osc("state=blocked:app=codex:kind=permission");
    codex.pass(1_000);
    expect(codex.told()).toEqual(["waiting_approval", "osc", "approval", ""]);
    codex.see(codex.screen("approval-edit").lines);
    expect(codex.told()[3]).toMatch(/^Would you like to make the following edits\?/);
  });

  it("[AD42] Gemini: its title only says that it asks, and its screen tells what, with the command", () => {
    const gemini = watched("gemini");
    gemini.title("✦  Working… (demo)");
    gemini.pass(5_000);
    gemini.title("✋  Action Required (demo)");
    gemini.see(gemini.screen("approval-shell").lines);
    gemini.pass(2_000);
    const words = "Allow execution of [Shell]? mkdir -p build && touch build/marker";
    expect(gemini.told()).toEqual(["waiting_approval", "screen", "approval", words]);
  });

  it("[AD43, EN15] what Gemini and Codex ask about limits is seen, although title and control sequence do not tell of it", () => {
    const gemini = watched("gemini");
    gemini.title("✦  Working… (demo)");
    gemini.pass(5_000);
    gemini.see(gemini.screen("usage-limit").lines);
    gemini.pass(5_000);
    const limit = "Usage limit reached for gemini-2.5-flash.";
    expect(gemini.told()).toEqual(["waiting_approval", "screen", "approval", limit]);

    const codex = watched("codex");
    codex.osc("state=working:app=codex");
    codex.pass(5_000);
    codex.osc("state=error:app=codex");
    codex.pass(5_000);
    expect(codex.told().slice(0, 2)).toEqual(["error", "osc"]);
    codex.see(codex.screen("rate-limits").lines);
    codex.pass(60_000);
    const asked = "Switch to gpt-6-luna for lower credit usage?";
    expect(codex.told()).toEqual(["waiting_approval", "screen", "approval", asked]);
    codex.osc("state=working:app=codex");
    codex.see(codex.screen("working").lines);
    codex.pass(2_000);
    expect(codex.told().slice(0, 2)).toEqual(["running", "osc"]);
  });

  it("[AD43] Copilot: a question of which no hook tells is seen while its hooks say that it works; so is a session in use", () => {
    const copilot = watched("copilot");
    copilot.see(copilot.screen("session-in-use").lines);
    copilot.pass(1_000);
    expect(copilot.told()).toEqual(["waiting_approval", "screen", "approval", "Session in use"]);
    const { target } = copilot;
    target.pipeline.ingest([
      {
        target: "host",
        pane_id: "%1",
        agent_type: "copilot",
        source: "hook",
        event_type: "copilot.preToolUse",
        dedupe_key: "k1",
        event_time: target.now,
        message: "",
        evidence: { kind: "edge", phase: "busy", state: "running", begin: true },
      },
    ]);
    copilot.see(copilot.screen("working").lines);
    copilot.pass(3_000);
    expect(copilot.told().slice(0, 2)).toEqual(["running", "hook"]);
    copilot.see(copilot.screen("question-framed").lines);
    copilot.pass(60_000);
    expect(copilot.told()).toEqual(["waiting_input", "screen", "input", "Which database should the service use?"]);
  });

  it("[AD18] a menu that nobody knows is no state: a title that does not see menus is not believed until it is gone", () => {
    const gemini = watched("gemini");
    const strange = replaced(gemini.screen("usage-limit"), "│   2. Stop", `│   ${"2. Something else".padEnd(114)} │`);
    for (const title of ["✦  Working… (demo)", "◇  Ready (demo)"]) {
      gemini.title("✦  Working… (demo)");
      gemini.see(gemini.screen("working").lines);
      gemini.pass(5_000);
      expect(gemini.told()[0]).toBe("running");
      gemini.see(strange.lines);
      gemini.title(title);
      gemini.pass(20_000);
      gemini.title(title);
      gemini.pass(2_000);
      expect(gemini.target.pane()).toMatchObject({ state: "unknown", reason_code: "stale_signal", attention: null });
    }
    gemini.title("✦  Working… (demo)");
    gemini.see(gemini.screen("working").lines);
    expect(gemini.told()[0]).toBe("running");
  });
});

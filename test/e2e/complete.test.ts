import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CompleteReport } from "../../src/core/protocol/actions/actions.ts";
import { SQUAD_EXAMPLES } from "../../src/core/signals/squad/examples.ts";
import { filesOfSession, filesOfTmuxSession } from "../../src/core/signals/squad/file-names.ts";
import { until, untilPane } from "../support/sandbox.ts";
import { followSignals } from "../support/signal-client.ts";
import { drop } from "../support/spool-drop.ts";
import { audited, expectRefusal, stage } from "../support/stage.ts";

const COMPLETING = { kind: "completing", progress: 0 };

describe("complete", () => {
  it("[SQ15, EN32] an agent that was asked to complete shows it at once, in lists, files and the stream, until its own signals replace that", async () => {
    const { box, pane, read } = await stage({}, "", { works: true });
    const tmux = box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
    const signalled = (type: "working" | "completing", id: string) => {
      const head = { type, signal_id: id, session_id: "s-1", tmux_session: "work" };
      const payload = JSON.stringify({ ...head, timestamp: new Date().toISOString(), data: SQUAD_EXAMPLES[type] });
      drop(box, { agent: "squad", event: type, pane, tmux, payload });
    };
    signalled("working", "one");
    await untilPane(box, pane, ({ signal }) => signal?.type === "working");
    const client = await followSignals(box);
    const report = CompleteReport.parse(await box.json("complete", "claude", "--wait", "accepted", "--json"));
    expect([report.text, report.phases.map(({ phase }) => phase)]).toEqual([
      "/squad:complete",
      ["typed", "submitted", "accepted"],
    ]);
    expect(read()).toEqual(["/squad:complete"]);

    const item = await box.pane(pane);
    expect(item).toMatchObject({ state: "running", activity: COMPLETING });
    expect(item.signal).toMatchObject({ type: "completing", provisional: true, task_id: "squad-abc" });
    await until(() => client.heard.some(({ signal }) => signal.provisional === true));
    for (const { signal } of [filesOfSession("s-1"), filesOfTmuxSession("work")])
      expect(JSON.parse(readFileSync(join(box.dir, signal), "utf8"))).toMatchObject({
        type: "completing",
        provisional: true,
        data: { taskId: "squad-abc", progress: 0 },
      });

    signalled("completing", "two");
    const own = await untilPane(box, pane, ({ signal }) => signal?.provisional === false);
    expect(own.activity).toMatchObject({ kind: "completing", progress: 25 });
    expect((await audited(box)).items.at(-1)).toMatchObject({ action: "complete", outcome: "done" });
  });

  it("[SQ15, EN14, CF1] an unconfirmed completion is removed, and its text is configurable", async () => {
    const { box, pane, read } = await stage({ AGTMUX_PROVISIONAL_TTL: "1500ms", AGTMUX_COMPLETE_TEXT: "wrap it up" });
    drop(box, { agent: "claude", event: "Stop", pane, payload: JSON.stringify({ session_id: "s-1" }) });
    await untilPane(box, pane, ({ state }) => state === "completed");
    await box.agtmux(["send", "claude", "--keys", "x"]);
    await until(() => box.screen(pane).includes("❯ x"));
    expectRefusal(await box.agtmux(["complete", "claude"]), "E_DRAFT");
    expect(existsSync(join(box.dir, filesOfTmuxSession("work").signal))).toBe(false);
    expect((await box.pane(pane)).signal).toBeNull();
    await box.agtmux(["send", "claude", "--keys", "Enter"]);
    await until(() => read().length === 1 && !box.screen(pane).includes("❯ x"));
    await box.agtmux(["complete", "claude"]);
    await until(() => read().includes("wrap it up"));
    await untilPane(box, pane, ({ signal, activity }) => signal === null && activity?.kind !== "completing");
  });
});

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AnswerReport } from "../../src/core/protocol/actions/questions.ts";
import { askedAnew, askingAgents, askingAgentsIn, offersHeard } from "../support/asking-agents.ts";
import type { Order } from "../support/dialog-agent.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { expectRefusal } from "../support/stage.ts";

const MAKE: Order = { command: "make all", waits: true };
const COLOURS: Order = { question: "Which colour?", options: ["Red", "Blue"], waits: true };

async function scene() {
  const { box, claude } = await askingAgentsIn(sandbox({ AGTMUX_LOG_LEVEL: "debug" }), "claude");
  const asked = async (order: Order) => {
    const before = offersHeard(box);
    await askedAnew(box, claude.pane, order.command ?? order.question ?? "", () => claude.ask(order));
    await until(() => offersHeard(box) > before && waiting(box).length === 1);
  };
  const answered = (...words: string[]) =>
    box.json<AnswerReport>("answer", claude.pane, ...words, "--wait", "accepted", "--json");
  return { box, claude, asked, answered };
}

function waiting(box: Sandbox): string[] {
  return readdirSync(join(box.home, "decide")).filter((name) => name.endsWith(".answer"));
}

/** The spool is empty: what waited in it was read. */
function taken(box: Sandbox): boolean {
  return readdirSync(join(box.home, "spool", "new")).length === 0;
}

describe("a hook that waits for the answer", () => {
  it("[DC1] is given it, and no key is pressed", async () => {
    const { claude, asked, answered, box } = await scene();
    await asked(MAKE);
    const report = await answered("yes");
    expect(report).toMatchObject({ channel: "native", by: "dialog", answered: ["yes"] });
    expect(report.phases.map(({ phase }) => phase)).toEqual(["submitted", "accepted"]);
    await asked(MAKE);
    expect(await answered("always")).toMatchObject({ channel: "native" });
    await asked(MAKE);
    expect(await answered("no")).toMatchObject({ channel: "native" });
    await asked(MAKE);
    expect(await answered("--text", "use ninja instead")).toMatchObject({ channel: "native" });
    await asked(COLOURS);
    expect(await answered("2")).toMatchObject({ channel: "native", answered: ["Blue"] });
    await until(() => claude.read().filter((entry) => "hook" in entry).length === 5);
    expect(claude.read().flatMap((entry) => ("decision" in entry ? [entry.decision] : []))).toMatchObject([
      { behavior: "allow" },
      { behavior: "allow", updatedPermissions: [{ type: "setMode" }] },
      { behavior: "deny", message: expect.stringContaining("Stop, and wait") },
      { behavior: "deny", message: "use ninja instead" },
      { behavior: "allow", updatedInput: { answers: { "Which colour?": "Blue" } } },
    ]);
    expect(claude.read().some((entry) => "picked" in entry || "stray" in entry)).toBe(false);
    expect(waiting(box)).toEqual([]);
  });

  it("[DC2] is ended when the person answers in the dialog, and when the daemon stops; keys answer what it cannot", async () => {
    const { box, claude, asked, answered } = await scene();
    await asked(MAKE);
    box.tmux("send-keys", "-t", claude.pane, "1");
    await until(() => waiting(box).length === 0);
    await until(() => claude.read().some((entry) => "hook" in entry));
    expect(claude.read()[0]).toEqual({ picked: "Yes" });
    await asked(MAKE);
    await box.agtmux(["daemon", "stop"]);
    await until(() => waiting(box).length === 0);
    await box.startDaemon();
    await untilPane(box, claude.pane, ({ attention }) => attention?.kind === "approval");
    expect(await answered("yes")).toMatchObject({ channel: "keys" });
  });

  it("[DC2] when a daemon was killed, and when it is restarted, the next one answers it", async () => {
    const { box, claude, asked, answered } = await scene();
    await asked(MAKE);
    const { pid } = await box.status();
    process.kill(pid ?? 0, "SIGKILL");
    await box.startDaemon();
    await untilPane(box, claude.pane, ({ attention }) => attention?.kind === "approval");
    await until(() => taken(box));
    expect(await answered("yes")).toMatchObject({ channel: "native" });
    await asked(MAKE);
    expect((await box.agtmux(["daemon", "restart"])).code).toBe(0);
    await untilPane(box, claude.pane, ({ attention }) => attention?.kind === "approval");
    await until(() => taken(box));
    expect(await answered("no")).toMatchObject({ channel: "native" });
    await until(() => waiting(box).length === 0);
  });

  it("[DC2] is ended when its agent was killed, also while no daemon ran", async () => {
    const { box, claude, asked } = await scene();
    await asked(MAKE);
    const { pid } = await box.status();
    process.kill(pid ?? 0, "SIGKILL");
    box.tmux("kill-pane", "-t", claude.pane);
    await box.startDaemon();
    await until(() => waiting(box).length === 0);
  });

  it("[DC5] the report says if the person was quicker", async () => {
    const { box, claude, asked } = await scene();
    const answer = (word: string) => box.agtmux(["answer", claude.pane, word, "--wait", "accepted"]);
    await asked({ ...MAKE, quicker: "allow" });
    const late = await answer("no");
    expectRefusal(late, "E_STALE_SNAPSHOT");
    expect(late.stderr).toContain("it was allowed, and has done it");
    await asked({ ...MAKE, quicker: "cancel" });
    const later = await answer("yes");
    expectRefusal(later, "E_STALE_SNAPSHOT");
    expect(later.stderr).toContain("it was declined or interrupted there");
  });

  it("[DC3] ends at once and prints nothing if nobody could answer", async () => {
    const { box, claude } = await askingAgents("claude");
    await box.agtmux(["daemon", "stop"]);
    claude.ask(MAKE);
    await until(() => claude.read().some((entry) => "hook" in entry));
    expect(claude.read()).toEqual([{ hook: "over" }]);
  });
});

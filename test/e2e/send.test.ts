import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AuditEntry, SendReport } from "../../src/core/protocol/actions/actions.ts";
import { recordedScreen } from "../accuracy/shown-screen.ts";
import { isRunning, restartDaemon } from "../support/daemon-life.ts";
import { events } from "../support/event-log.ts";
import { questionAgent } from "../support/question-agent.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";
import { audited, expectRefusal, stage, untilTyping } from "../support/stage.ts";
import { typist } from "../support/typist.ts";

const OPTIONS = ["- a leading dash", "--text", "it's ; $HOME"];
const TEXTS = [
  "a final ?",
  "unicode é ß 漢字 🎉",
  "semi; \"double\" 'single' `tick` $HOME ~ #{pane_id} %1 {x} #[fg=red]",
  "two\nlines",
  "  a\ttab\n\n  and an indented third ;",
  "ends with ;",
  "~/notes, ~",
  "~\n~",
];

describe("send", () => {
  it("[GD7] texts arrive as they were given", async () => {
    const { box, read } = await stage();
    for (const text of TEXTS) await box.client.send({ ref: "claude", text, allow_changes: true });
    await until(() => read().length === TEXTS.length);
    expect(read()).toEqual(TEXTS);
    expect(box.tmux("list-buffers")).toBe("");
  });

  it("[GD7] the command takes a text from an option, a file or standard input", async () => {
    const { box, read } = await stage();
    for (const text of OPTIONS) {
      const ran = await box.agtmux(["send", "claude", "--text", text, "--allow-changes"]);
      expect([text, ran.code]).toEqual([text, 0]);
    }
    writeFileSync(join(box.dir, "text"), "from a file\nof two lines\n");
    await box.agtmux(["send", "claude", "--file", join(box.dir, "text")]);
    await box.agtmux(["send", "claude"], { input: "from standard input\n" });
    await box.agtmux(["send", "claude", "--file", "-"], { input: "from a dash" });
    const others = ["from a file\nof two lines", "from standard input", "from a dash"];
    await until(() => read().length === OPTIONS.length + others.length);
    expect(read()).toEqual([...OPTIONS, ...others]);
  });

  it("[GD7] 100 KB arrive whole, and no buffer of ours stays behind", async () => {
    const { box, read } = await stage();
    box.tmux("set-buffer", "the user's own");
    const text = Array.from({ length: 1_400 }, (_, n) => `${n} ${randomBytes(32).toString("base64")} ü'"\\$`).join(
      "\n",
    );
    expect(text.length).toBeGreaterThan(75_000);
    const long = `${text}\n${"長".repeat(10_000)}`;
    writeFileSync(join(box.dir, "long"), long);
    const ran = await box.agtmux(["send", "claude", "--file", join(box.dir, "long")]);
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    await until(() => read().length === 1);
    expect(read()[0] === long).toBe(true);
    expect(box.tmux("list-buffers", "-F", "#{buffer_sample}")).toBe("the user's own");
  });

  it("[GD11] an end that the agent would swallow gets a blank behind it; what it spoils and control characters are refused", async () => {
    const { box, read } = await stage();
    await box.agtmux(["send", "claude", "--text", "C:\\"]);
    await until(() => read().length === 1);
    expect(read()).toEqual(["C:\\ "]);
    const ran = await box.agtmux(["send", "claude"], { input: "x\u001b[201~\rrm -rf /" });
    expectRefusal(ran, "E_INVALID_INPUT");
    expect(ran.stderr).toContain("U+001B");
    const spoilt = await box.agtmux(["send", "claude", "--text", "a\ttab"]);
    expectRefusal(spoilt, "E_INVALID_INPUT");
    expect(spoilt.stderr).toContain("Claude Code turns tabs into four blanks (U+0009 at 1)");
    const { stderr } = await box.agtmux(["send", "claude", "--text", "a\ttab", "--allow-changes"]);
    expect(stderr).toBe("Claude Code turns tabs into four blanks\n");
    await until(() => read().length === 2);
    expect(read()[1]).toBe("a\ttab");
  });

  it("[GD7] keys go by tmux's names; Enter is not added, and without it a text waits in the box", async () => {
    const { box, pane, read } = await stage();
    await box.agtmux(["send", "claude", "--text", "half", "--no-enter"]);
    await until(() => box.screen(pane).includes("❯ half"));
    expectRefusal(await box.agtmux(["send", "claude", "--text", "other"]), "E_DRAFT");
    await box.agtmux(["send", "claude", "--text", " whole", "--over-draft", "--no-enter"]);
    await box.agtmux(["send", "claude", "--keys", "~ ! C-c Enter"]);
    await until(() => read().length === 2);
    expect(read()).toEqual(["<C-c>", "half whole~!"]);
    expectRefusal(await box.agtmux(["send", "claude", "--keys", "Entr"]), "E_INVALID_INPUT");
    expectRefusal(await box.agtmux(["send", "claude", "--keys", "y", "--text", "x"]), "E_USAGE");
    expectRefusal(await box.agtmux(["send", "claude", "--text", ""]), "E_INVALID_INPUT");
  });

  it("[GD10] it is typed by the screen, submitted by the screen, accepted by the agent's own hook; Enter is in the log", async () => {
    const { box, pane, item } = await stage();
    const sent = SendReport.parse(await box.json("send", "claude", "--text", "go on", "--wait", "accepted", "--json"));
    expect(sent.phases.map(({ phase, evidence }) => `${phase} ${evidence}`)).toEqual([
      "typed screen",
      "submitted screen",
      "accepted hook claude.UserPromptSubmit",
    ]);
    expect(sent).toMatchObject({ state: "running", repeated: false, snapshot: { runtime_id: item.runtime_id } });
    const typed = events(box).filter(({ event_type }) => event_type === "send.submitted");
    expect(typed).toMatchObject([{ source: "daemon", runtime_id: item.runtime_id, pane_id: pane }]);
    expect((await audited(box)).items[0]).toMatchObject({ outcome: "done", phases: sent.phases });
    const waited = await box.json<SendReport>("send", "claude", "--text", "again", "--wait", "running", "--json");
    expect(waited.state).toBe("running");
  });

  it("[GD10] a text that the agent does not react to counts as submitted only, and a wait fails at its timeout", async () => {
    const box = sandbox();
    const { command, read } = typist(box.dir);
    const pane = box.session("mute", `exec ${command}`);
    await box.startDaemon();
    await untilTyping(box, pane);
    const ran = await box.agtmux(["send", "claude", "--text", "hello", "--wait", "accepted", "--timeout", "1s"]);
    expectRefusal(ran, "E_TIMEOUT");
    expect(ran.stderr).toContain("typed, submitted before that");
    expect(read()).toEqual(["hello"]);
    expect((await audited(box)).items[0]).toMatchObject({ outcome: "failed", code: "E_TIMEOUT" });
    const ended = box.agtmux(["send", "claude", "--text", "bye", "--wait", "completed"]);
    await until(() => read().length === 2);
    box.session("other");
    box.tmux("kill-pane", "-t", pane);
    expectRefusal(await ended, "E_RUNTIME_ENDED");
  });

  it("[GD10] a waiting send does not block others from the pane", async () => {
    const box = sandbox();
    const { command, read } = typist(box.dir);
    const pane = box.session("mute", `exec ${command}`);
    await box.startDaemon();
    await untilTyping(box, pane);
    let ended = false;
    const waiting = box.agtmux(["send", "claude", "--text", "one", "--wait", "error"]);
    const over = waiting.then(() => {
      ended = true;
    });
    await until(() => read().length === 1);
    expect((await box.agtmux(["send", "claude", "--text", "two"])).code).toBe(0);
    expect((await box.agtmux(["view-output", "claude"])).code).toBe(0);
    // the program may read its keys later than they were sent
    await until(() => read().length === 2);
    expect([read(), ended]).toEqual([["one", "two"], false]);
    // this ends the first command, too, perhaps before the kill returns
    expect(await box.json("kill", "claude", "--signal", "TERM", "--yes", "--json")).toMatchObject({ ended: true });
    await over;
    expectRefusal(await waiting, "E_RUNTIME_ENDED");
  });

  it("[GD12] two sends with one key deliver once, at the same time and after a restart, and report the first's outcome", async () => {
    const { box, read } = await stage();
    const send = (text: string, key: string) =>
      box.agtmux(["send", "claude", "--text", text, "--idempotency-key", key, "--json"]);
    const both = await Promise.all([send("once", "k1"), send("once", "k1")]);
    const [first, second] = both.map(({ stdout }) => SendReport.parse(JSON.parse(stdout)));
    expect(first?.correlation_id).toBe(second?.correlation_id);
    expect([first?.repeated, second?.repeated].sort()).toEqual([false, true]);
    await restartDaemon(box);
    const third = SendReport.parse(JSON.parse((await send("once", "k1")).stdout));
    expect(third).toMatchObject({ repeated: true, correlation_id: first?.correlation_id });
    expectRefusal(await send("something else", "k1"), "E_INVALID_INPUT");
    const other = typist(box.dir, { name: "twin" });
    const twin = box.session("twin", `exec ${other.command}`);
    await untilTyping(box, twin);
    const to = (ref: string, key: string) =>
      box.agtmux(["send", ref, "--text", "once", "--idempotency-key", key, "--json"]);
    expectRefusal(await to("twin", "k1"), "E_INVALID_INPUT");
    expect(JSON.parse((await to("work", "k1")).stdout)).toMatchObject({ repeated: true });
    const here = to("twin", "k2");
    // its text stands in the box for a moment only
    await until(() => box.screen(twin).includes("❯ once") || other.read().length > 0);
    expectRefusal(await to("work", "k2"), "E_INVALID_INPUT");
    expect((await here).code).toBe(0);
    expect(read()).toEqual(["once"]);
  });
});

describe("send refuses", () => {
  it("[GD8, GD12] in copy mode and where panes are synchronised; nothing is typed, and the key is free again", async () => {
    const { box, pane, read } = await stage();
    const send = () => box.agtmux(["send", "claude", "--text", "later", "--idempotency-key", "k"]);
    box.tmux("copy-mode", "-t", pane);
    const ran = await send();
    expectRefusal(ran, "E_PANE_MODE");
    expect(ran.stderr).toContain("copy mode");
    box.tmux("send-keys", "-t", pane, "-X", "cancel");
    box.tmux("set-option", "-w", "-t", pane, "synchronize-panes", "on");
    expectRefusal(await send(), "E_PANE_MODE");
    box.tmux("set-option", "-w", "-t", pane, "synchronize-panes", "off");
    box.tmux("select-pane", "-d", "-t", pane);
    expectRefusal(await send(), "E_PANE_MODE");
    box.tmux("select-pane", "-e", "-t", pane);
    expect((await send()).code).toBe(0);
    await until(() => read().length > 0);
    expect(read()).toEqual(["later"]);
    const { items } = await audited(box);
    expect(items.map(({ outcome }: AuditEntry) => outcome)).toEqual(["done", "refused", "refused", "refused"]);
  });

  it("[GD8] at a shell: the agent is stopped in the background, or has ended a moment ago", async () => {
    const { box, pane, item, read } = await stage();
    const agentPid = await childOf(Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}")));
    process.kill(agentPid, "SIGSTOP");
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}") === "bash");
    const ran = await box.agtmux(["send", item.ref, "--text", "rm -rf /"]);
    expectRefusal(ran, "E_AT_SHELL");
    expect(ran.stderr).toContain("a shell (bash) does");
    box.type(pane, "fg");
    await untilTyping(box, pane);
    box.tmux("send-keys", "-t", pane, "C-d");
    await until(() => !isRunning(agentPid));
    const after = await box.agtmux(["send", item.ref, "--text", "rm -rf /"]);
    expect(after.stderr).toMatch(/E_AT_SHELL|E_NO_AGENT|E_STALE_SNAPSHOT/);
    expect(read()).toEqual([]);
    expect(box.screen(pane)).not.toContain("rm -rf");
  });

  it("[GD8] over a person's draft, which it quotes", async () => {
    const { box, pane, read } = await stage({}, "please also");
    const ran = await box.agtmux(["send", "claude", "--text", "go"]);
    expectRefusal(ran, "E_DRAFT");
    expect(ran.stderr).toContain('"please also"');
    expect(box.screen(pane)).toContain("❯ please also\n");
    expect(read()).toEqual([]);
  });

  it("[GD8, GD3] a text while the agent waits for an approval, unless it is meant for the dialog", async () => {
    const { box, pane, read } = await stage();
    await hookAsking(box, pane);
    const ran = await box.agtmux(["send", "claude", "--text", "no, do 1 first"]);
    expectRefusal(ran, "E_GUARD_STATE");
    expect(ran.stderr).toContain(`agtmux answer host/${pane}`);
    const words = ["send", "claude", "--text", "no, do 1 first"];
    expectRefusal(await box.agtmux([...words, "--if-state", "waiting_approval"]), "E_GUARD_STATE");
    expect((await box.agtmux([...words, "--into-dialog"])).code).toBe(0);
    await until(() => read().length === 1);
  });

  it("[GD8] a text while a list of choices is open, which it would press", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const parts = [
      { header: "Store", question: "Which database?", options: ["Redis", "Postgres"], multiSelect: false },
    ];
    const { command, read } = questionAgent(box.dir, join(box.home, "bin", "agtmux"), parts);
    const pane = box.session("asking", "exec bash --norc --noprofile");
    box.type(pane, command);
    await untilPane(box, pane, ({ state }) => state === "waiting_input");
    await until(() => box.screen(pane).includes("2. Postgres"));
    const ran = await box.agtmux(["send", pane, "--text", "2 databases"]);
    expectRefusal(ran, "E_GUARD_STATE");
    const knowing = await box.agtmux(["send", pane, "--text", "2 databases", "--if-state", "waiting_input"]);
    expectRefusal(knowing, "E_GUARD_STATE");
    expect(ran.stderr).toContain(`agtmux answer host/${pane}`);
    expect([read(), box.screen(pane).includes("❯ 1. Redis")]).toEqual([null, true]);
  });

  it("[GD8] Enter, if a single character picks in a dialog", async () => {
    const { box, pane, read } = await stage();
    await hookAsking(box, pane);
    const ran = await box.agtmux(["send", "claude", "--text", "2"]);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("no Enter was pressed")]);
    await until(() => box.screen(pane).includes("❯ 2"));
    expect(read()).toEqual([]);
  });

  it("[GD8] Enter, if an approval is open that was not seen before", async () => {
    const { box, pane, read, typed } = await stage();
    // blanks cannot be recognised in the box, so the daemon keeps looking for seconds
    const sending = box.agtmux(["send", "claude", "--text", " ".repeat(40_000)]);
    await until(() => typed() === 40_000);
    await hookAsking(box, pane);
    const ran = await sending;
    expectRefusal(ran, "E_NOT_DELIVERED");
    expect(ran.stderr).toContain("typed in pane");
    expect(ran.stderr).toContain("and not sent");
    expect(read()).toEqual([]);
  });
});

describe("an approval that opens while a text is being sent, and that no event tells of", () => {
  // cut to the width of the test's pane
  const lines = recordedScreen("claude", "approval-shell").lines.map((line) => line.slice(0, 70).trimEnd());
  const dialog = lines
    .slice(lines.lastIndexOf(" Bash command") - 1)
    .join("\n")
    .trimEnd();

  // before the daemon looks for the text, and after Enter
  it.each([50, 200, 1_500])(
    "[GD20] %i ms after its first key: Enter never answers it, and the report is true",
    async (afterMs) => {
      const { box, pane, read, opens } = await stage();
      opens(dialog, afterMs);
      const ran = await box.agtmux(["send", "claude", "--text", "look at the tests, too"]);
      await until(() => box.screen(pane).includes("Do you want to proceed?"));
      expect(read()).toEqual(ran.code === 0 ? ["look at the tests, too"] : []);
      if (ran.code === 0) return;
      expectRefusal(ran, "E_NOT_DELIVERED");
      expect(ran.stderr).toMatch(/typed in pane %\d+ and not sent/);
    },
  );
});

async function childOf(pid: number): Promise<number> {
  const { descendants } = await import("../support/process-tree.ts");
  const [child] = descendants(pid);
  if (child === undefined) throw new Error(`${pid} has no child`);
  return child.pid;
}

/** Reports an approval as Claude's own hook would, from the process in the pane. */
async function hookAsking(box: ReturnType<typeof sandbox>, pane: string): Promise<void> {
  const { drop } = await import("../support/spool-drop.ts");
  const { descendants } = await import("../support/process-tree.ts");
  const [agent] = descendants(Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}")));
  const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  const payload = JSON.stringify({ session_id: "s-1", cwd: "/w", tool_name: "Bash", tool_input: { command: "make" } });
  drop(box, { agent: "claude", event: "PermissionRequest", pane, tmux, pid: agent?.pid ?? null, payload });
  await untilPane(box, pane, ({ state }) => state === "waiting_approval");
}

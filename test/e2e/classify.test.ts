import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Explained } from "../../src/client/client.ts";
import type { CheckUp } from "../../src/core/protocol/daemon/check-up.ts";
import { ClassifyReport } from "../../src/core/protocol/daemon/classify.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { testApi } from "../../src/daemon/classify/test-api.ts";
import { restartDaemon } from "../support/daemon-life.ts";
import { events } from "../support/event-log.ts";
import { ask, portOf } from "../support/http.ts";
import { jsonOf, receiver } from "../support/receiver.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

/** Short intervals, so that tests do not wait. */
const SOON = {
  AGTMUX_NUDGE_FIRST: "200ms",
  AGTMUX_NUDGE_EVERY: "200ms",
  AGTMUX_NUDGE_AFTER: "1s",
  AGTMUX_NUDGE_QUIET: "500ms",
};

/** A program that signals working, shows these lines, and hangs until a file `go` exists. */
function hangingAgent(box: Sandbox, ...shown: string[]): string {
  const script = join(box.dir, "agent.sh");
  const lines = ["--<[schmux:working:on it]>--", ...shown].map((line) => `printf '%s\\n' '${line}'`);
  const end = `until [ -e ${box.dir}/go ]; do sleep 0.1; done\nprintf '%s\\n' '--<[schmux:needs_input:which file?]>--'`;
  writeFileSync(script, `clear\n${lines.join("\n")}\n${end}\nexec sleep 600\n`);
  return `exec sh ${script}`;
}

/** A program that counts seconds under a status line with a clock; stops itself once a file `hang` exists. */
function agentUnderClock(box: Sandbox): string {
  const [agent, frame] = [join(box.dir, "counting.js"), join(box.dir, "frame.sh")];
  // one process that starts no others: on a busy machine those would come seconds late, as if it hung
  const count = "process.stdout.write('\\x1b[3;1HThinking (' + ++n + 's)\\x1b[K')";
  const hang = `if (require("node:fs").existsSync("${box.dir}/hang")) process.kill(process.pid, "SIGSTOP")`;
  writeFileSync(agent, `let n = 0; setInterval(() => { ${hang}; ${count}; }, 200);\n`);
  const clock = "printf '\\033[20;1H work %s main\\033[K\\033[4;1H' $(date +%T)";
  const start = `clear\nprintf '%s\\n' '--<[schmux:working:on it]>--'\n${process.execPath} ${agent} &`;
  writeFileSync(frame, `${start}\nwhile :; do ${clock}; sleep 1; done\n`);
  return `exec sh ${frame}`;
}

const isStuck = ({ attention }: PaneItem) => attention?.kind === "stalled";

describe("an agent that hangs", () => {
  it("[NK2, NK8, NK10, AT1] is flagged and says why, stays so over a restart, until it speaks", async () => {
    // after how many minutes by default: src/daemon/classify/checker.test.ts
    const box = sandbox(SOON);
    const shell = box.session("shell");
    await box.startDaemon();
    const pane = await box.registered("work");
    const idle = await box.registered("registered-shell");
    box.type(pane, hangingAgent(box));
    const working = await untilPane(box, pane, ({ state }) => state === "running");
    const stuck = await untilPane(box, pane, isStuck);
    expect(stuck).toMatchObject({
      state: "running",
      confidence: "low",
      nudge_seq: working.nudge_seq,
      attention: { source: "rules", label: "⏳ Possibly Stuck" },
    });
    expect(stuck.because).toMatch(/said working, then gave no signal for \d+\w/);

    const list = await box.agtmux(["list", "panes", "--needs-action"]);
    expect(list.stdout).toContain(stuck.ref);
    expect(list.stdout).toMatch(/stuck\?|said working/);
    const explained = await box.json<Explained>("explain", pane, "--json");
    expect(explained.resolution?.evidence).toContainEqual(
      expect.objectContaining({ source: "rules", event_type: "classified.stalled", verdict: "agrees" }),
    );
    expect((await box.agtmux(["explain", pane])).stdout).toMatch(/said by rules/);

    await restartDaemon(box);
    const after = await untilPane(box, pane, isStuck);
    expect(after.attention?.attention_id).toBe(stuck.attention?.attention_id);
    expect(after.nudge_seq).toBe(working.nudge_seq);

    for (const plain of [shell, idle])
      expect(await box.pane(plain)).toMatchObject({ state: "unknown", attention: null });

    writeFileSync(join(box.dir, "go"), "");
    const asks = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect(asks).toMatchObject({
      confidence: "high",
      attention: { kind: "input", source: "agent", message: "which file?" },
    });
    expect(asks.nudge_seq).toBeGreaterThan(working.nudge_seq);
  });

  it("[NK2, NK10, NT4] with a clock on its screen is one call as long as it hangs, and none while its own count moves", async () => {
    const hook = await receiver(() => ({ status: 200 }));
    const box = sandbox({ ...SOON, AGTMUX_NUDGE_QUIET: "5s" });
    mkdirSync(box.home, { recursive: true, mode: 0o700 });
    const rule = 'channels = ["hook"]\ndelay = "0s"\ncooldown = "0s"\nonly_if_unwatched = false';
    const channel = `[notify.channels.hook]\nkind = "webhook"\nurl = "${hook.url}/x"`;
    writeFileSync(join(box.home, "config.toml"), `${channel}\n\n[[notify.rules]]\n${rule}\n`);
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, agentUnderClock(box));
    /** Runs `look` repeatedly for this many seconds of the clock on its screen. */
    const clockGoes = async (seconds: number, look: (item: PaneItem) => void) => {
      const shown = new Set<string>();
      await until(
        async () => {
          shown.add(/work (\d\d:\d\d:\d\d)/.exec(box.screen(pane))?.[1] ?? "");
          look(await box.pane(pane));
          return shown.size > seconds;
        },
        () => box.screen(pane),
      );
    };
    await untilPane(box, pane, ({ state }) => state === "running");
    await clockGoes(8, ({ attention }) => expect(attention).toBeNull());

    writeFileSync(join(box.dir, "hang"), "");
    const { attention } = await untilPane(box, pane, isStuck);
    await clockGoes(10, (item) => expect(item.attention).toEqual(attention));
    expect(hook.received.map((each) => jsonOf(each).attention_id)).toEqual([attention?.attention_id]);
  });

  it("[NK4] a shell is never flagged, whatever is on its screen", async () => {
    const box = sandbox(SOON);
    await box.startDaemon();
    const plain = box.session("plain");
    const registered = await box.registered("registered");
    for (const pane of [plain, registered])
      box.type(pane, "clear; echo 'Overwrite the file? [y/N]'; echo 'Do you want to proceed?'");
    // a pane that does hang shows that screens were read meanwhile
    const pane = await box.registered("work");
    box.type(pane, hangingAgent(box));
    await untilPane(box, pane, isStuck);
    for (const each of [plain, registered]) expect((await box.pane(each)).attention).toBeNull();
  });
});

describe("a model", () => {
  it("[NK5, NK6, NK7, NK8] is asked if rules do not know; a result with a quotation counts, with source llm", async () => {
    const api = await testApi("openai");
    const verdict = {
      state: "waiting_input",
      confidence: "high",
      evidence: ["lever B is wanted by the robot"],
      summary: "It wants lever B.",
    };
    api.answers = [api.says(`Here it is: ${JSON.stringify(verdict)}`)];
    const box = sandbox({
      ...SOON,
      AGTMUX_CLASSIFIER: "openai",
      AGTMUX_CLASSIFIER_URL: `${api.url}/v1`,
      AGTMUX_CLASSIFIER_MODEL: "small",
      AGTMUX_CLASSIFIER_KEY: "env:ROBOT_KEY",
      ROBOT_KEY: "k-robot",
    });
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(
      pane,
      hangingAgent(box, "GITHUB_TOKEN=ghp_abcdefghij0123456789", "----", "lever B is wanted by the robot"),
    );
    const waits = await untilPane(box, pane, ({ source }) => source === "llm");
    expect(waits).toMatchObject({
      state: "waiting_input",
      confidence: "low",
      attention: { kind: "input", source: "llm", message: 'It wants lever B. "lever B is wanted by the robot"' },
    });
    expect(api.heard).toHaveLength(1);
    expect(api.heard[0]?.headers.authorization).toBe("Bearer k-robot");
    expect(JSON.stringify(api.heard[0]?.body)).not.toContain("ghp_");
    expect((await box.agtmux(["explain", pane])).stdout).toMatch(
      /llm read it off the screen[\s\S]*classified\.waiting_input/,
    );
    const again = await box.json<ClassifyReport>("classify", pane, "--provider", "openai", "--json");
    expect(again).toMatchObject({ classifier: "openai", cached: true, verdict: { state: "waiting_input" } });

    const doctor = await box.agtmux(["doctor", "--json"]);
    const row = (JSON.parse(doctor.stdout) as CheckUp).checks.find(({ name }) => name === "classifier");
    expect(row).toMatchObject({ status: "ok" });
    expect(row?.found).toContain(`redacted, go to ${api.url}/v1, which is this machine; 1 of 60 calls this hour`);
    expect(`${doctor.stdout}${box.log()}`).not.toContain("k-robot");

    writeFileSync(join(box.dir, "go"), "");
    await untilPane(box, pane, ({ attention }) => attention?.source === "agent");
  });

  it("[NK7, NK10] that does not answer leaves it to rules, which say so", async () => {
    const api = await testApi("openai");
    api.close();
    const box = sandbox({
      ...SOON,
      AGTMUX_CLASSIFIER: "openai",
      AGTMUX_CLASSIFIER_URL: api.url,
      AGTMUX_CLASSIFIER_MODEL: "small",
    });
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, hangingAgent(box, "lever B is wanted by the robot"));
    const stuck = await untilPane(box, pane, isStuck);
    expect(stuck.attention?.source).toBe("rules");
    expect(stuck.attention?.message).toMatch(/\(by rules; openai: 127\.0\.0\.1:\d+ cannot be asked: ECONNREFUSED\)$/);
    expect((await box.agtmux(["doctor"])).stdout).toMatch(/! +classifier .*It failed last/);
  });
});

describe("agtmux classify", () => {
  it("[NK2, NK9] tells state, evidence and reply of a screen, and changes nothing", async () => {
    const box = sandbox();
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, "clear; printf 'Overwrite the file? [y/N] '; read answer");
    await until(() => box.screen(pane).includes("[y/N]") && !box.screen(pane).includes("printf"));
    const before = await box.pane(pane);
    const stored = events(box);
    const report = ClassifyReport.strict().parse(await box.json("classify", pane, "--json"));
    expect(report).toMatchObject({
      ref: before.ref,
      runtime_id: before.runtime_id,
      classifier: "rules",
      rejected: null,
    });
    const printed = await box.agtmux(["classify", before.ref]);
    expect(printed.stdout).toMatch(
      new RegExp(`${report.verdict.state}  .*\\nby rules · ${report.verdict.confidence} confidence`),
    );
    // the name of the program and of its window follow a moment later
    const { command, window_name, updated_at, state_version, ...rest } = before;
    expect(await box.pane(pane)).toMatchObject(rest);
    expect(events(box)).toEqual(stored);
  });

  it("[NK9] refuses with a code of its own", async () => {
    const box = sandbox({
      AGTMUX_CLASSIFIER: "off",
      AGTMUX_CLASSIFIER_BUDGET: "0",
      AGTMUX_CLASSIFIER_COMMAND: "false",
    });
    const status = await box.startDaemon();
    const pane = box.session("work");
    await untilPane(box, pane, () => true);
    const codeOf = async (...words: string[]) => (await box.agtmux(["classify", ...words])).code;
    expect(await codeOf(pane)).toBe(85);
    expect(await codeOf(pane, "--provider", "openai")).toBe(86);
    expect(await codeOf(pane, "--provider", "command")).toBe(87);
    expect(await codeOf(pane, "--provider", "rules")).toBe(0);
    expect(await codeOf(pane, "--provider", "oracle")).toBe(2);
    expect(await codeOf("nobody", "--provider", "rules")).toBe(30);
    expect(await codeOf()).toBe(2);
    // a client with read access may not cause costs, nor send a screen to others
    const body = JSON.stringify({ ref: pane, provider: "rules" });
    const asked = await ask({ port: portOf(status) }, { method: "POST", path: "/v1/classify", body });
    expect(asked.status).toBe(401);
  });

  it("[NK9] a provider that fails is reported with its message", async () => {
    const box = sandbox({ AGTMUX_CLASSIFIER_COMMAND: "sh -c 'echo not logged in >&2; exit 1'" });
    await box.startDaemon();
    const pane = box.session("work");
    await untilPane(box, pane, () => true);
    const ran = await box.agtmux(["classify", pane, "--provider", "command"]);
    expect([ran.code, ran.stderr]).toEqual([88, expect.stringContaining("not logged in")]);
  });

  it("[NT6] a key in the settings is refused before anything starts, and not repeated", async () => {
    const box = sandbox({ AGTMUX_CLASSIFIER_KEY: "sk-abcdefghijklmnop" });
    const ran = await box.agtmux(["daemon", "start"]);
    expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining("a key is never written here")]);
    expect(ran.stderr).not.toContain("sk-abc");
  });
});

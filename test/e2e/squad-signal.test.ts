import { execFile } from "node:child_process";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { SquadSignal } from "../../src/core/protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "../../src/core/signals/squad/examples.ts";
import { SSE_STATES } from "../../src/core/signals/squad/sse-state.ts";
import { parseSpoolEntry } from "../../src/core/spool/spool-entry.ts";
import { type Ran, type Sandbox, sandbox, until } from "../support/sandbox.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BIN = join(ROOT, "bin");
const EXAMPLES = join(ROOT, "test/fixtures/squad");
const SESSION = SQUAD_EXAMPLES.starting.sessionId;
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/** A sandbox with a signal directory of its own. */
function squadBox(extra: NodeJS.ProcessEnv = {}): { box: Sandbox; signals: string } {
  const own = { CLAUDE_SESSION_ID: "", CLAUDE_CODE_SESSION_ID: "", PATH: `${BIN}:${process.env.PATH}` };
  const box = sandbox({ ...own, ...extra });
  const signals = join(box.dir, "signals");
  mkdirSync(signals);
  box.env.SQUAD_SIGNAL_DIR = signals;
  return { box, signals };
}

function run(box: Sandbox, command: string, args: string[], env: NodeJS.ProcessEnv = {}, input = ""): Promise<Ran> {
  return new Promise((done) => {
    const child = execFile(
      command,
      args,
      { env: { ...box.env, ...env }, cwd: box.workspace },
      (error, stdout, stderr) => done({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** The tmux variables of a program in this pane. */
function inPane(box: Sandbox, pane: string): NodeJS.ProcessEnv {
  return { TMUX: box.tmux("display-message", "-p", "-t", pane, "#{socket_path},#{pid},0"), TMUX_PANE: pane };
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");
const signalIn = (folder: string, name: string) => SquadSignal.parse(JSON.parse(read(folder, name)));
const linesOf = (text: string) => text.split("\n").slice(0, -1);

function spool(box: Sandbox) {
  const folder = join(box.home, "spool", "new");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => {
    const parsed = parseSpoolEntry(readFileSync(join(folder, name)));
    return parsed.ok ? [parsed.entry] : [];
  });
}

describe("squad-signal", () => {
  it("[SQ1, SQ7, SQ10, SQ19, SQ25] the examples of its documentation run as written, typed into a pane", async () => {
    const { box, signals } = squadBox();
    const pane = box.session("squad-FairBay");
    for (const [n, type] of (["starting", "working", "needs_input", "complete"] as const).entries()) {
      box.type(pane, `sh ${EXAMPLES}/${type}.sh; echo "$?" > ${box.dir}/${type}`);
      await until(
        () => existsSync(join(box.dir, type)) && read(box.dir, type) === "0\n",
        () => box.screen(pane),
      );
      const bytes = read(signals, `squad-signal-${SESSION}.json`);
      expect(read(signals, "squad-signal-tmux-squad-FairBay.json")).toBe(bytes);
      const signal = SquadSignal.parse(JSON.parse(bytes));
      expect(signal).toMatchObject({ type, session_id: SESSION, tmux_session: "squad-FairBay" });
      expect(signal).toMatchObject({ tmux_server_pid: expect.any(Number), sseState: SSE_STATES[type] });
      expect(signal.data).toEqual(SQUAD_EXAMPLES[type]);
      for (const name of [SESSION, "tmux-squad-FairBay"]) {
        const lines = linesOf(read(signals, `squad-timeline-${name}.jsonl`));
        expect([lines.length, `${lines.at(-1)}\n`]).toEqual([n + 1, bytes]);
      }
      const entry = spool(box).find(({ event }) => event === type);
      expect(entry).toMatchObject({ agent: "squad", event: type, pane, session: null });
      expect(`${entry?.payload}\n`).toBe(bytes);
    }
    expect(spool(box)).toHaveLength(4);
    for (const name of readdirSync(signals))
      expect([name, statSync(join(signals, name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  it("[SQ1] reads standard input, needs no daemon, and is the same as a command of agtmux", async () => {
    const { box, signals } = squadBox({ SQUAD_SESSION_ID: "s1" });
    const ran = await run(box, "squad-signal", ["review", "-"], {}, `\ufeff${JSON.stringify(SQUAD_EXAMPLES.review)}\n`);
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("the daemon is not running") });
    const sent = signalIn(signals, "squad-signal-s1.json");
    expect(ran.stdout).toBe(`sent review ${sent.signal_id}\n`);
    expect((await box.agtmux(["squad-signal", "idle"])).code).toBe(0);
    expect(signalIn(signals, "squad-signal-s1.json")).toMatchObject({ type: "idle", data: {}, tmux_session: null });
    expect(readdirSync(signals)).toHaveLength(2);
  });

  it.each(["squad-signal", "squad-signal-validate", "squad-step"])(
    "[SQ1] %s has help, and runs through a link as npm makes it",
    async (name) => {
      const { box } = squadBox();
      accessSync(join(BIN, name), constants.X_OK);
      symlinkSync(join(BIN, name), join(box.dir, name));
      const { code, stdout } = await run(box, join(box.dir, name), ["--help"]);
      expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^agtmux ${name} .*\n\n.*Example`, "s"))]);
      expect(JSON.parse(read(ROOT, "package.json")).bin[name]).toBe(`bin/${name}`);
    },
  );

  it.each([
    [["working", '{"taskTitle":"T","approach":"A"}'], "  taskId: expected a string, got nothing"],
    [["working", '{"taskId":7,"taskTitle":"T","approach":"A"}'], "  taskId: expected a string, got 7"],
    [["complete", '{"quality":{"tests":7}}'], "  quality.tests: expected a string, got 7"],
    [
      ["question", '{"question":"Q","questionType":"choice","options":[{"label":"A"},{}]}'],
      "  options[1].label: expected",
    ],
    [["starting", '{"sessionId":"../../etc/cron.d/x"}'], "  sessionId: expected letters"],
    [["idle", '{"mood":"good"}', "--strict"], "  mood: expected no field of this name"],
    [["idle", "not json"], "  payload: expected JSON"],
    [["idle", "[]"], "  payload: expected an object"],
    [["dancing", "{}"], '"dancing" is not a type'],
    [["working"], "  taskId: expected a string"],
    [["idle", "{}", "{}"], "one payload"],
    [[], "wants a type: starting, working"],
  ])("[SQ2, SQ3] %j exits with 2, says what is off, and writes nothing", async (args, says) => {
    const { box, signals } = squadBox({ SQUAD_SESSION_ID: "s1" });
    for (const command of ["squad-signal", "squad-signal-validate"]) {
      const ran = await run(box, command, args);
      expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
      if (says.startsWith("  ")) expect(ran.stderr).toContain(`Example: squad-signal ${args[0]} '{`);
    }
    expect([readdirSync(signals), existsSync(box.home)]).toEqual([[], false]);
  });

  it("[SQ2] squad-signal-validate takes what fits, and writes nothing", async () => {
    const { box, signals } = squadBox();
    for (const [type, payload] of Object.entries(SQUAD_EXAMPLES)) {
      const ran = await run(box, "squad-signal-validate", [type, JSON.stringify(payload), "--strict"]);
      expect(ran).toMatchObject({ code: 0, stdout: `valid ${type}\n` });
    }
    expect([readdirSync(signals), existsSync(box.home)]).toEqual([[], false]);
  });

  it("[SQ7] without a session id and tmux no signal is written, and the reason is shown", async () => {
    const { box, signals } = squadBox();
    const gone = { TMUX: `${box.dir}/no-socket,1,0`, TMUX_PANE: "%0" };
    for (const [env, says] of [
      [{}, "this is not a tmux pane"],
      [gone, "tmux does not answer"],
    ] as const) {
      const ran = await run(box, "squad-signal", ["idle"], env);
      expect(ran).toMatchObject({ code: 22, stderr: expect.stringContaining(says) });
    }
    expect(await run(box, "squad-signal", ["idle"], { ...gone, SQUAD_SESSION_ID: "s1" })).toMatchObject({ code: 0 });
    expect(readdirSync(signals).sort()).toEqual(["squad-signal-s1.json", "squad-timeline-s1.jsonl"]);
    expect(spool(box)).toMatchObject([{ pane: "%0" }]);
  });

  it("[SQ7] a tmux session may be called almost anything, in any locale", async () => {
    const { box, signals } = squadBox({ LANG: "C", LC_ALL: "C" });
    for (const name of ["../up/and away", "grün 50%"]) {
      const pane = box.session("plain");
      box.tmux("rename-session", "-t", pane, name);
      // tmux itself replaces some characters
      const called = box.tmux("-u", "display-message", "-p", "-t", pane, "#{session_name}");
      expect((await run(box, "squad-signal", ["idle"], inPane(box, pane))).code).toBe(0);
      const file = called.replaceAll("%", "%25").replaceAll("/", "%2F");
      expect(signalIn(signals, `squad-signal-tmux-${file}.json`).tmux_session).toBe(called);
    }
  });

  it("[SQ10, SQ6] `starting` and tasks are remembered for their own pane", async () => {
    const { box, signals } = squadBox();
    const first = box.session("work");
    const second = box.tmux("split-window", "-P", "-F", "#{pane_id}", "-t", first, "exec sh");
    const send = async (pane: string, words: string[], env = {}) =>
      expect(await run(box, words[0] as string, words.slice(1), { ...inPane(box, pane), ...env })).toMatchObject({
        code: 0,
      });
    const start = (sessionId: string) => JSON.stringify({ ...SQUAD_EXAMPLES.starting, sessionId });
    await send(first, ["squad-signal", "starting", start("one")]);
    await send(second, ["squad-signal", "starting", start("two")], { SCHMUX_SESSION_ID: "registered" });
    await send(first, ["squad-signal", "working", JSON.stringify(SQUAD_EXAMPLES.working)]);
    await send(second, ["squad-signal", "idle"], { SCHMUX_SESSION_ID: "registered" });
    await send(first, ["squad-step", "committing"]);
    expect(signalIn(signals, "squad-signal-one.json")).toMatchObject({
      type: "completing",
      data: { taskId: "squad-abc", progress: 25 },
    });
    expect(signalIn(signals, "squad-signal-two.json")).toMatchObject({ type: "idle", session_id: "two" });
    expect(signalIn(signals, "squad-signal-tmux-work.json").session_id).toBe("one");
    expect(await run(box, "squad-step", ["closing"], inPane(box, second))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--task"),
    });
    expect(linesOf(read(signals, "squad-timeline-tmux-work.jsonl"))).toHaveLength(5);
    expect(statSync(join(box.home, "squad")).mode & 0o777).toBe(0o700);
  });

  it.each(["/etc/x", "../x", "tmux-work", "a\nb"])("[SQ20] SQUAD_SESSION_ID=%j leads nowhere", async (id) => {
    const { box, signals } = squadBox();
    const ran = await run(box, "squad-signal", ["idle"], { SQUAD_SESSION_ID: id });
    expect(ran).toMatchObject({ code: 3, stderr: expect.stringContaining("is not a session id") });
    expect([readdirSync(signals), existsSync(box.home)]).toEqual([[], false]);
  });

  it("[SQ20] a link in a file's place is not followed, and the spool has the signal", async () => {
    const { box, signals } = squadBox({ SQUAD_SESSION_ID: "s1" });
    const victim = join(box.dir, "victim");
    writeFileSync(victim, "precious");
    symlinkSync(victim, join(signals, "squad-signal-s1.json"));
    const ran = await run(box, "squad-signal", ["idle"]);
    expect(ran).toMatchObject({ code: 77, stderr: expect.stringMatching(/is a symbolic link.*\[E_SIGNAL_FILE\]/) });
    expect([read(box.dir, "victim"), readdirSync(signals)]).toEqual(["precious", ["squad-signal-s1.json"]]);
    expect(spool(box)).toHaveLength(1);
  });

  it.skipIf(!isRoot)(
    "[SQ20] a file or a directory of another user is left alone, and the spool has the signal",
    async () => {
      const { box, signals } = squadBox({ SQUAD_SESSION_ID: "s1" });
      chmodSync(signals, 0o1777);
      writeFileSync(join(signals, "squad-timeline-s1.jsonl"), "theirs\n");
      chownSync(join(signals, "squad-timeline-s1.jsonl"), NOBODY, NOBODY);
      const refused = { code: 77, stderr: expect.stringContaining("belongs to another user (uid 65534)") };
      expect(await run(box, "squad-signal", ["idle"])).toMatchObject(refused);
      expect(readdirSync(signals)).toEqual(["squad-timeline-s1.jsonl"]);
      chownSync(signals, NOBODY, NOBODY);
      expect(await run(box, "squad-signal", ["idle"], { SQUAD_SESSION_ID: "s2" })).toMatchObject(refused);
      expect(readdirSync(signals)).toEqual(["squad-timeline-s1.jsonl"]);
      expect(spool(box)).toHaveLength(2);
    },
  );

  it("[SQ7] at once from many, every signal is whole, and at the end all places agree", async () => {
    const { box, signals } = squadBox({ SQUAD_SESSION_ID: "s1" });
    const pane = inPane(box, box.session("work"));
    const senders = Array.from({ length: 12 }, (_, n) => {
      const payload = JSON.stringify({
        reason: `number ${n}`,
        contextSizeBefore: n,
        estimatedAfter: 0,
        ballast: "x".repeat(100_000),
      });
      return run(box, "squad-signal", ["compacting", "-"], pane, payload);
    });
    let busy = true;
    const all = Promise.all(senders).finally(() => {
      busy = false;
    });
    while (busy) {
      for (const name of ["squad-signal-s1.json", "squad-signal-tmux-work.json"])
        if (existsSync(join(signals, name))) signalIn(signals, name);
      await new Promise((done) => setTimeout(done, 1));
    }
    expect((await all).map(({ code }) => code)).toEqual(Array(12).fill(0));
    const timeline = read(signals, "squad-timeline-s1.jsonl");
    expect(read(signals, "squad-timeline-tmux-work.jsonl")).toBe(timeline);
    const told = linesOf(timeline).map((line) => SquadSignal.parse(JSON.parse(line)));
    const times = told.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort());
    const ids = told.map(({ signal_id }) => signal_id);
    expect(new Set(ids).size).toBe(12);
    expect(
      spool(box)
        .map(({ payload }) => JSON.parse(payload).signal_id)
        .sort(),
    ).toEqual([...ids].sort());
    for (const name of ["squad-signal-s1.json", "squad-signal-tmux-work.json"])
      expect(signalIn(signals, name).signal_id).toBe(ids.at(-1));
    expect(readdirSync(signals)).toHaveLength(4);
  });
});

import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SquadSignal, SquadType } from "../../src/core/protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "../../src/core/signals/squad/examples.ts";
import { filesOfSession, filesOfTmuxSession } from "../../src/core/signals/squad/file-names.ts";
import { readSignal } from "../../src/core/signals/squad/read-signal.ts";
import { untilPaneOf, watchedPane } from "../support/remote-target.ts";
import { until } from "../support/sandbox.ts";
import type { SshHostOptions } from "../support/ssh-host.ts";
import { SHELLS, WatcherMachine } from "../support/watcher-machine.ts";

const SESSION = SQUAD_EXAMPLES.starting.sessionId;

describe("squad signals on another machine", () => {
  it("[SQ21, TG5] squad-signal and squad-step there show in lists, and in the same files as here", async () => {
    const { vm, box, pane, directory } = await watched();
    for (const type of ["starting", "working", "needs_input"] as const) {
      writeFileSync(join(vm.dir, "payload"), JSON.stringify(SQUAD_EXAMPLES[type], null, 2));
      vm.type(pane, `${vm.home}/bin/squad-signal ${type} - <${vm.dir}/payload`);
      await untilPaneOf(box, "vm1", pane, ({ signal }) => signal?.type === type);
    }
    vm.type(pane, `${vm.home}/bin/squad-step committing; touch ${vm.dir}/stepped`);
    const item = await untilPaneOf(box, "vm1", pane, ({ signal }) => signal?.type === "completing");
    expect(item).toMatchObject({
      source: "squad",
      state: "running",
      activity: { kind: "completing", progress: 25 },
      signal: { session_id: SESSION },
    });
    const names = [filesOfSession(SESSION), filesOfTmuxSession("work")];
    const files = names.flatMap((each) => Object.values(each)).sort();
    // the daemon may have read the first file while squad-step was still writing the others
    await until(() => existsSync(join(vm.dir, "stepped")));
    expect(readdirSync(directory).sort()).toEqual(files);
    const { taskId } = SQUAD_EXAMPLES.working;
    for (const { signal, timeline } of names) {
      const written = JSON.parse(readFileSync(join(directory, signal), "utf8")) as SquadSignal;
      expect(written).toMatchObject({ type: "completing", tmux_session: "work", data: { taskId, progress: 25 } });
      expect(written).toMatchObject({ tmux_server_pid: expect.any(Number), sseState: "completing" });
      expect(written.data).toMatchObject({
        stepsCompleted: ["verifying"],
        stepsRemaining: ["closing", "releasing", "complete"],
      });
      expect(readFileSync(join(directory, timeline), "utf8").trim().split("\n")).toHaveLength(4);
      expect(statSync(join(directory, signal)).mode & 0o777).toBe(0o600);
    }
  });

  it.each<[string, SshHostOptions]>([
    ["with inotifywait", {}],
    ["without it", { without: ["inotifywait"] }],
  ])("[SQ9] files that anybody leaves there are picked up as here, %s; links are not", async (_, options) => {
    const { vm, box, pane, directory } = await watched(options);
    const put = (name: string, value: unknown) => {
      writeFileSync(join(directory, `.${name}`), JSON.stringify(value));
      renameSync(join(directory, `.${name}`), join(directory, name));
    };
    put(filesOfTmuxSession("work").signal, {
      type: "state",
      state: "needs_input",
      timestamp: new Date().toISOString(),
      data: SQUAD_EXAMPLES.needs_input,
    });
    const asks = await untilPaneOf(box, "vm1", pane, ({ signal }) => signal?.type === "needs_input");
    expect(asks).toMatchObject({ state: "waiting_input", message: SQUAD_EXAMPLES.needs_input.question });
    writeFileSync(join(vm.dir, "elsewhere"), JSON.stringify({ type: "idle" }));
    symlinkSync(join(vm.dir, "elsewhere"), join(directory, filesOfSession("s-link").signal));
    put(filesOfSession("off").signal, { type: "working", taskId: "t" });
    await until(() => /signal file refused/.test(box.log()) && /signal file is off/.test(box.log()));
    expect(box.log()).toContain("not a plain file");
  });
});

describe.each(SHELLS)("squad-signal under $name", (shell) => {
  it("[SQ21] writes what the daemon takes, for every type, whatever its words", () => {
    const { machine, directory } = prepared(shell);
    for (const [type, data] of Object.entries(SQUAD_EXAMPLES) as [SquadType, Record<string, unknown>][]) {
      const payload = {
        ...data,
        sessionId: "s-1",
        note: 'a "quoted" \\ é\n\t 100% $HOME `x`',
        deep: [{ x: [1.5e3, null] }],
      };
      const ran = machine.squad("squad-signal", [type, JSON.stringify(payload)]);
      expect([type, ran.code, ran.stderr]).toEqual([type, 0, expect.stringContaining("no daemon watches")]);
      const text = readFileSync(join(directory, filesOfSession("s-1").signal), "utf8");
      expect(readSignal(text)).toMatchObject({ type: "signal", signal: { type, session_id: "s-1", data: payload } });
      expect(machine.entries().some((entry) => String(entry).endsWith(text.trim()))).toBe(true);
    }
    expect(readdirSync(directory).sort()).toEqual(Object.values(filesOfSession("s-1")).sort());
  });

  it.each([
    [["dance"], 2, '"dance" is not a type of signal'],
    [["idle", "{"], 2, "it is no JSON at character 2"],
    [["idle", "[]"], 2, "a payload is a JSON object"],
    [["idle", '{"a":"\u0001"}'], 2, "control character"],
    [["idle", '{"a":01}'], 2, "no JSON"],
    [["idle", "{} x"], 2, "something stands after the payload"],
    [["working", '{"taskId":"t"}'], 2, "it lacks taskTitle approach"],
    [["idle", '{"sessionId":"../x"}'], 2, "is not a session id"],
    [["idle", `${"[".repeat(3)}`], 2, "a payload is a JSON object"],
    [["idle"], 22, "nobody could tell whose signal this is"],
  ])("[SQ21] says what is wrong with %j and writes nothing", (words, code, sentence) => {
    const { machine, directory } = prepared(shell);
    const ran = machine.squad("squad-signal", words);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([code, "", expect.stringContaining(sentence)]);
    expect([readdirSync(directory), machine.entries()]).toEqual([[], []]);
  });

  it("[SQ20, SQ21] follows no link, and writes into no file of others", () => {
    const { machine, directory } = prepared(shell);
    const { signal, timeline } = filesOfSession("s-1");
    for (const name of [signal, timeline]) {
      writeFileSync(join(directory, "victim"), "mine");
      symlinkSync(join(directory, "victim"), join(directory, name));
      const ran = machine.squad("squad-signal", ["idle", '{"sessionId":"s-1"}']);
      expect([ran.code, ran.stderr]).toEqual([
        77,
        expect.stringContaining("is a symbolic link; the daemon gets the signal all the same"),
      ]);
      expect(readdirSync(directory).sort()).toEqual([name, "victim"].sort());
      expect(readFileSync(join(directory, "victim"), "utf8")).toBe("mine");
      rmSync(join(directory, name));
    }
    expect(machine.entries()).toHaveLength(2);
  });
});

async function watched(options: SshHostOptions = {}) {
  const directory = signalDirectory();
  return { ...(await watchedPane({ ...options, env: { SQUAD_SIGNAL_DIR: directory } })), directory };
}

function prepared(shell: (typeof SHELLS)[number]) {
  const directory = signalDirectory();
  const machine = new WatcherMachine(shell, { SQUAD_SIGNAL_DIR: directory });
  machine.bootstrap();
  return { machine, directory };
}

function signalDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "agtmux-squad-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Spawned } from "../../src/core/protocol/actions/spawn.ts";
import { ERRORS } from "../../src/core/protocol/base/error-codes.ts";
import { CallingPanes, writeConfig } from "../support/calling-panes.ts";
import { stopDaemon } from "../support/daemon-life.ts";
import { ask } from "../support/http.ts";
import { receiver } from "../support/receiver.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { repository, spawnBox } from "../support/spawn-box.ts";
import { drop } from "../support/spool-drop.ts";
import { stage } from "../support/stage.ts";

const EXAMPLES = resolve(import.meta.dirname, "../../examples");
/** `agtmux` and the Node that runs the tests come first, as for a user who has both on the PATH. */
const PATH = [dirname(AGTMUX), dirname(process.execPath), process.env.PATH].join(delimiter);

/** An example that runs, with all that it has printed so far. */
class Running {
  out = "";
  errors = "";
  readonly ended: Promise<number | null>;

  /** `line` is a command line of sh, in which $EXAMPLES is the folder of the examples. */
  constructor(box: Sandbox, line: string, ...args: string[]) {
    const child = spawn("sh", ["-c", line, "sh", ...args], {
      env: { ...box.env, EXAMPLES },
      cwd: box.workspace,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    child.stdout.on("data", (chunk) => {
      this.out += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      this.errors += String(chunk);
    });
    this.ended = new Promise((done) => child.once("close", done));
    onTestFinished(() => {
      // the whole group: a pipe has several processes
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    });
  }

  printed(words: string | RegExp): Promise<void> {
    return until(
      () => (typeof words === "string" ? this.out.includes(words) : words.test(this.out)),
      () => `${words} is not in:\n${this.out}\n${this.errors}`,
    );
  }
}

async function working(): Promise<{ box: Sandbox; pane: string }> {
  const box = sandbox({ PATH });
  box.session("first");
  await box.startDaemon();
  return { box, pane: await box.registered("work") };
}

/** An agent that reports each of these words for one prompt after the other, and logs the prompts. */
function answering(log: string, words: readonly string[]): string {
  return `#!${process.execPath}
const { execFileSync } = require("node:child_process");
const signal = (...said) => execFileSync("agtmux", ["signal", ...said], { stdio: "inherit" });
const answers = ${JSON.stringify(words)};
signal("needs_input", "What now?");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  require("node:fs").appendFileSync(${JSON.stringify(log)}, line + "\\n");
  signal("working");
  signal("completed", answers.shift());
});
`;
}

describe("examples", () => {
  it("[PK24] the README lists each of them", () => {
    const page = readFileSync(join(EXAMPLES, "README.md"), "utf8");
    const listed = [...page.matchAll(/^\| \[(\S+)\]\(\1\) \| \S/gm)].map(([, name]) => name);
    const files = readdirSync(EXAMPLES).filter((name) => name !== "README.md");
    expect(listed.toSorted()).toEqual(files.toSorted());
    for (const name of files) expect(readFileSync(join(EXAMPLES, name), "utf8")).toMatch(/^(\/\/|#) .*(Run|Add to)/m);
  });

  it("[PK24] who-needs-me.mjs names in tmux's status line who needs you", async () => {
    const box = sandbox({ PATH });
    const outer = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("c#sharp");
    box.type(pane, `agtmux signal needs_input "Which one?"`);
    await untilPane(box, pane, ({ state }) => state === "waiting_input");
    box.tmux("set-option", "-g", "status-right-length", "100");
    box.tmux("set-option", "-g", "status-interval", "1");
    box.tmux("set-option", "-g", "status-right", `#(node ${join(EXAMPLES, "who-needs-me.mjs")})`);
    const terminal = outer.session("outer", `unset TMUX; tmux -L ${box.socketName} attach -t first`);
    await until(
      () => outer.screen(terminal).includes("generic in c#sharp: input"),
      () => outer.screen(terminal),
    );
    await stopDaemon(box);
    const down = new Running(box, 'node "$EXAMPLES/who-needs-me.mjs"');
    expect([await down.ended, down.out]).toEqual([0, "agtmux does not run\n"]);
  });

  it("[PK24] prompts-in-turn.sh sends each prompt when the agent has finished the one before, and none while it asks", async () => {
    const { box, pane, read, rests } = await stage({ PATH }, "", { works: true });
    const turn = (event: string, more: object = {}) => {
      const payload = JSON.stringify({ session_id: "s-1", cwd: "/w", ...more });
      drop(box, {
        agent: "claude",
        event,
        pane,
        tmux: `${box.tmux("display", "-p", "#{socket_path},#{pid}")},0`,
        payload,
      });
    };
    const ends = () => turn("Stop", { last_assistant_message: "Done.", background_tasks: [] });
    ends();
    await untilPane(box, pane, ({ state }) => state === "completed");
    const line = 'sh "$EXAMPLES/prompts-in-turn.sh" "$@"';
    const running = new Running(box, line, "claude", "fix it", "commit it");
    for (const count of [1, 2]) {
      await until(
        () => read().length === count,
        () => running.errors,
      );
      await untilPane(box, pane, ({ state }) => state === "running");
      expect(read()).toHaveLength(count);
      ends();
      rests();
    }
    expect([await running.ended, running.errors, read()]).toEqual([0, "", ["fix it", "commit it"]]);
    turn("PermissionRequest", { tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: "call-1" });
    await untilPane(box, pane, ({ state }) => state === "waiting_approval");
    const refused = new Running(box, line, "claude", "go on");
    expect([await refused.ended, read().length]).toEqual([ERRORS.E_GUARD_STATE.exit, 2]);
    expect(await new Running(box, line, "claude").ended).toBe(2);
  });

  it("[PK24] log-changes.mjs prints a line for each new state of an agent", async () => {
    const { box, pane } = await working();
    for (const [word, state] of [
      ["working", "running"],
      ["needs_input", "waiting_input"],
    ] as const) {
      box.type(pane, `agtmux signal ${word} "${word} now"`);
      await untilPane(box, pane, (item) => item.state === state);
    }
    const log = new Running(box, 'agtmux watch --format jsonl --since 1h | node "$EXAMPLES/log-changes.mjs"');
    await log.printed(/^\S+T\S+Z generic pane:host\/work\/\S+: running -> waiting_input \(needs_input now\)$/m);
    box.type(pane, `agtmux signal error "No disk"`);
    await log.printed(/: waiting_input -> error \(No disk\)\n$/);
    expect(log.errors).toBe("");
  });

  it("[PK24] notify-command.mjs runs the command once for each notification that is signed", async () => {
    const box = sandbox({ PATH });
    const [secret, told] = [join(box.dir, "secret"), join(box.dir, "told")];
    writeFileSync(secret, "5ecret\n", { mode: 0o600 });
    const running = new Running(
      box,
      `node "$EXAMPLES/notify-command.mjs" ${secret} 0 sh -c 'printf "%s: %s\\n" "$1" "$2" >> ${told}' sh`,
    );
    await running.printed("listening on port");
    const port = Number(/port (\d+)/.exec(running.out)?.[1]);
    writeConfig(
      box,
      `[notify.channels.command]\nkind = "webhook"\nurl = "http://127.0.0.1:${port}"\nsecret = "file:${secret}"
[[notify.rules]]\nchannels = ["command"]\ndelay = "0s"\nonly_if_unwatched = false\n`,
    );
    const panes = new CallingPanes(box, 1);
    await box.startDaemon();
    panes.call(0, "needs_input", "Which $(colour)?");
    await until(
      () => existsSync(told) && readFileSync(told, "utf8").includes("\n"),
      () => `${running.errors}\n${box.log()}`,
    );
    expect(readFileSync(told, "utf8")).toMatch(/^.+: Which \$\(colour\)\?\n$/);
    const signature = `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`;
    for (const headers of [{}, { "x-agtmux-signature": signature }] as Record<string, string>[])
      expect((await ask({ port }, { method: "POST", path: "/", body: "{}", headers })).status).toBe(401);
    expect((await box.agtmux(["notify", "test", "command"])).code).toBe(0);
    await until(() => readFileSync(told, "utf8").split("\n").length === 3);
  });

  it("[PK24] report-state.sh shows its question, its result and its failure as states", async () => {
    const box = sandbox({ PATH });
    const pane = box.session("work");
    await box.startDaemon();
    const script = join(EXAMPLES, "report-state.sh");
    box.type(pane, `sh ${script} true 'touch deployed'`);
    const asks = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect(asks.message).toBe("The tests passed. Deploy now (y/n)?");
    await until(() => box.screen(pane).includes("Deploy now (y/n)?"));
    box.type(pane, "y");
    await untilPane(box, pane, ({ state, message }) => state === "completed" && message === "Deployed");
    expect(existsSync(join(box.workspace, "deployed"))).toBe(true);
    box.type(pane, `sh ${script} false true`);
    await untilPane(box, pane, ({ state, message }) => state === "error" && message === "The tests failed");
  });

  it("[PK24] follow-stream.mjs prints who needs you, whenever that changes", async () => {
    const { box, pane } = await working();
    const stream = new Running(box, 'exec node "$EXAMPLES/follow-stream.mjs"');
    await stream.printed("nobody needs you\n");
    box.type(pane, `agtmux signal needs_input "Which one?"`);
    const { ref } = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    await stream.printed(`input ${ref} Which one?\n`);
    box.type(pane, `agtmux signal working`);
    await stream.printed(/Which one\?\nnobody needs you\n/);
    await stopDaemon(box);
    expect([await stream.ended, stream.errors]).toEqual([1, "the connection to the daemon is closed\n"]);
  });

  it("[PK24] slack-bot.mjs posts who needs you, and a reply in the thread reaches the agent", async () => {
    const box = await spawnBox();
    box.env.PATH = `${dirname(AGTMUX)}:${box.env.PATH}`;
    const posted: URLSearchParams[] = [];
    let reply = "";
    const { url } = await receiver(({ path, body }) => {
      const words = new URLSearchParams(String(body));
      if (path === "/chat.postMessage") posted.push(words);
      const messages = [
        { ts: "1.0", text: "the post", bot_id: "B1" },
        ...(reply === "" ? [] : [{ ts: "2.0", text: reply }]),
      ];
      return { status: 200, body: path === "/chat.postMessage" ? { ok: true, ts: "1.0" } : { ok: true, messages } };
    });
    box.env.SLACK_API = url;
    const bot = new Running(box, 'SLACK_TOKEN=x SLACK_CHANNEL=C1 SLACK_POLL_MS=50 exec node "$EXAMPLES/slack-bot.mjs"');
    const { pane_id } = await box.json<Spawned>("spawn", "--agent", "claude", "--workspace", box.workspace, "--json");
    await untilPane(box, pane_id, ({ agent }) => agent === "claude");
    box.type(pane_id, "agtmux signal needs_input 'Which one?'");
    const told = () => posted.map((words) => `${words.get("thread_ts") ?? "new"}: ${words.get("text")}`).join("\n");
    await until(
      () => told().includes("Which one?"),
      () => `${told()}\n${bot.errors}`,
    );
    expect(posted[0]?.get("channel")).toBe("C1");
    // this agent runs what it is told
    reply = "touch red";
    await until(
      () => existsSync(join(box.workspace, "red")),
      () => `${told()}\n${bot.errors}`,
    );
    await until(
      () => told().includes("1.0: told "),
      () => `${told()}\n${bot.errors}`,
    );
  });

  it("[PK24] nightly-run.mjs gives each task a worktree, and says what came of it", async () => {
    const box = await spawnBox();
    box.env.PATH = `${dirname(AGTMUX)}:${box.env.PATH}`;
    const shop = repository(join(box.dir, "shop"));
    const tasks = join(box.dir, "tasks.txt");
    writeFileSync(
      tasks,
      "run: echo one > one; agtmux signal completed 'Made one'\n\nrun: agtmux signal error 'No disk'\n",
    );
    const run = new Running(box, `node "$EXAMPLES/nightly-run.mjs" ${tasks} ${shop} claude`);
    expect([await run.ended, run.errors]).toEqual([0, ""]);
    const lines = run.out.trimEnd().split("\n").toSorted();
    expect(lines[0]).toMatch(/^completed: run: echo one .* \(1 files, \+1 -0\) Made one$/);
    expect(lines[1]).toMatch(/^error: run: agtmux signal error 'No disk' \(0 files, \+0 -0\) No disk$/);
  });

  it("[PK24] review-pair.mjs goes back and forth until the reviewer approves", async () => {
    const box = await spawnBox();
    box.env.PATH = `${dirname(AGTMUX)}:${box.env.PATH}`;
    const [writer, reviewer] = ["writes", "reviews"].map((name) => join(box.dir, name));
    const answers = {
      writes: ["Made it", "Mended it"],
      reviews: ["A test is missing", "APPROVED"],
    };
    for (const [name, words] of Object.entries(answers))
      writeFileSync(join(box.dir, name), answering(join(box.dir, `${name}.log`), words), { mode: 0o755 });
    const shop = repository(join(box.dir, "shop"));
    const pair = new Running(box, `node "$EXAMPLES/review-pair.mjs" ${shop} "Make a cart" ${writer} ${reviewer}`);
    expect([await pair.ended, pair.errors]).toEqual([0, ""]);
    expect(pair.out).toBe(
      `${reviewer}, round 1: A test is missing\n${writer}: Mended it\n${reviewer}, round 2: APPROVED\n`,
    );
    expect(readFileSync(join(box.dir, "writes.log"), "utf8")).toBe(
      "Make a cart\nA reviewer says: A test is missing Please mend it.\n",
    );
  });
});

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ERRORS } from "../../src/core/protocol/base/error-codes.ts";
import { EventList, type PaneEvent, WatchEvent, type WatchItem } from "../../src/core/protocol/lists/watch-event.ts";
import { restartDaemon, stopDaemon } from "../support/daemon-life.ts";
import { ask } from "../support/http.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { follow, StreamClient } from "../support/stream-client.ts";

const PANES = 2;

function signal(box: Sandbox, pane: string, event: string, payload = ""): void {
  const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  drop(box, { agent: "schmux", event, pane, tmux, payload });
}

/** A long-running command and its output so far. */
class Follower {
  readonly child: ChildProcess;
  private out = "";
  errors = "";

  constructor(box: Sandbox, args: string[]) {
    this.child = spawn(AGTMUX, args, { env: box.env, cwd: box.workspace, stdio: ["ignore", "pipe", "pipe"] });
    this.child.stdout?.on("data", (chunk) => {
      this.out += String(chunk);
    });
    this.child.stderr?.on("data", (chunk) => {
      this.errors += String(chunk);
    });
    onTestFinished(() => {
      this.child.kill("SIGKILL");
    });
  }

  get lines(): string[] {
    return this.out.split("\n").slice(0, -1);
  }

  get events(): WatchItem[] {
    return this.lines.map(eventIn);
  }

  ended(): Promise<number | null> {
    // not at its exit: what it has printed may be read later
    return new Promise((resolve) => this.child.once("close", resolve));
  }
}

function eventIn(line: string): WatchItem {
  const { items, cursor } = WatchEvent.parse(JSON.parse(line));
  const [event] = items as [WatchItem];
  expect(event.cursor).toBe(cursor);
  return event;
}

/** Waits until a command that prints nothing follows the daemon: it has a connection that stays. */
async function untilFollowed(box: Sandbox): Promise<void> {
  const path = join(box.home, "agtmuxd.sock");
  // the state of a connection that was accepted is 03
  const connected = () =>
    readFileSync("/proc/net/unix", "utf8")
      .split("\n")
      .flatMap((line) => (line.endsWith(` ${path}`) ? (/ 03 +(\d+) /.exec(line)?.[1] ?? []) : []));
  let before: string[] = [];
  await until(() => {
    const now = connected();
    const stays = now.some((inode) => before.includes(inode));
    before = now;
    return stays;
  });
}

async function working(): Promise<{ box: Sandbox; pane: string }> {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  return { box, pane: await box.registered("work") };
}

const messages = (events: readonly WatchItem[]) => events.map((event) => (event.type === "pane" ? event.message : ""));

describe("agtmux watch --format jsonl", () => {
  it("[LS9] prints each pane's state, then one event per line, each with a cursor", async () => {
    const { box, pane } = await working();
    const follower = new Follower(box, ["watch", "--format", "jsonl"]);
    await until(() => follower.lines.length === 2);
    expect(follower.events.map(({ change }) => change)).toEqual(["present", "present"]);
    for (const word of ["working", "needs_input", "error"]) signal(box, pane, word, word);
    await until(() => messages(follower.events).includes("error"));
    box.tmux("kill-session", "-t", "first");
    await until(() => follower.events.some(({ change }) => change === "removed"));
    const told = follower.events.slice(2);
    expect(told.at(-1)).toMatchObject({ type: "pane", change: "removed", state: null, previous_state: "unknown" });
    const states = told.flatMap((event) => (event.type === "pane" && event.state !== null ? [event.state] : []));
    expect(states).toEqual(["running", "waiting_input", "error"]);
    const cursors = follower.events.map(({ cursor }) => Number(cursor.split("-")[1]));
    expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
  });

  it("[LS9, AP22] --since any of its cursors gives exactly the lines after it, across a daemon restart too", async () => {
    const { box, pane } = await working();
    const follower = new Follower(box, ["watch", "--format", "jsonl"]);
    await until(() => follower.lines.length === 2);
    for (let turn = 0; turn < 4; turn += 1) {
      signal(box, pane, turn % 2 === 0 ? "needs_input" : "error", `turn ${turn}`);
      await until(() => messages(follower.events).includes(`turn ${turn}`));
    }
    await restartDaemon(box);
    await until(() => follower.errors.includes("the daemon is back"));
    signal(box, pane, "working", "after the restart");
    await until(() => messages(follower.events).includes("after the restart"));
    const all = follower.events;
    const turns = messages(follower.events).filter((message) => message.startsWith("turn"));
    expect(turns).toEqual(["turn 0", "turn 1", "turn 2", "turn 3"]);
    for (const [index, { cursor }] of follower.events.entries()) {
      const { stdout } = await box.agtmux(["watch", "--format", "jsonl", "--once", "--since", cursor]);
      const rest = stdout.split("\n").slice(0, -1).map(eventIn);
      const expected = all.slice(index + 1).filter(({ change }) => change !== "present");
      // a cursor within the first block also yields the last change of the panes that were still to come
      expect(index >= PANES ? rest : rest.slice(-expected.length)).toEqual(expected);
    }
  });

  it("[LS9, AP22] a cursor of another log is refused, and the answer says how to go on", async () => {
    const { box } = await working();
    const [first] = (await box.agtmux(["watch", "--format", "jsonl", "--once"])).stdout.split("\n");
    const { cursor } = WatchEvent.parse(JSON.parse(first ?? ""));
    for (const old of ["abc123-4", cursor.replace(/\d+$/, "999999")])
      for (const once of [["--once"], []]) {
        const ran = await box.agtmux(["watch", "--format", "jsonl", "--since", old, ...once]);
        expect([ran.code, ran.stdout]).toEqual([ERRORS.E_CURSOR_EXPIRED.exit, ""]);
        expect(ran.stderr).toMatch(/begin anew without a cursor.*\[E_CURSOR_EXPIRED\]/);
      }
  });

  it("[LS9] --since takes a span or a time as well, and refuses the rest", async () => {
    const { box, pane } = await working();
    const before = Date.now();
    signal(box, pane, "error", "Now");
    await untilPane(box, pane, (item) => item.message === "Now");
    const since = async (word: string) => {
      const ran = await box.agtmux(["watch", "--format", "jsonl", "--once", "--since", word]);
      return messages(ran.stdout.split("\n").filter(Boolean).map(eventIn));
    };
    expect(await since("1h")).toContain("Now");
    for (const word of [String(before), new Date(before).toISOString()]) expect(await since(word)).toEqual(["Now"]);
    expect(await since("0s")).toEqual([]);
    const ran = await box.agtmux(["watch", "--format", "jsonl", "--since", "yesterday"]);
    expect([ran.code, ran.stderr]).toEqual([ERRORS.E_USAGE.exit, expect.stringContaining('"yesterday"')]);
  });

  it("[LS8, LS9] windows and sessions are lines of their own, and filters narrow them", async () => {
    const { box, pane } = await working();
    const windows = new Follower(box, ["watch", "--format", "jsonl", "--scope", "windows"]);
    const sessions = new Follower(box, ["watch", "--format", "jsonl", "--scope", "sessions", "--session", "work"]);
    const errors = new Follower(box, ["watch", "--format", "jsonl", "--state", "error"]);
    await until(() => windows.lines.length === 2 && sessions.lines.length === 1);
    signal(box, pane, "needs_input", "Which?");
    const asks = (event: WatchItem) =>
      event.type === "window" && event.change === "changed" && event.top_state === "waiting_input";
    await until(() => windows.events.some(asks));
    expect(windows.events.find(asks)).toMatchObject({ waiting: 1 });
    signal(box, pane, "error", "Bad");
    await until(() => errors.lines.length === 1 && sessions.events.at(-1)?.change === "changed");
    await until(() => (sessions.events.at(-1) as { top_state?: string }).top_state === "error");
    expect(sessions.events.every((event) => event.type === "session")).toBe(true);
  });

  it("[LS9] ends silently when its reader has gone", async () => {
    const { box, pane } = await working();
    const script = `${AGTMUX} watch --format jsonl 2>${box.dir}/said | head -1 >/dev/null`;
    const shell = spawn("sh", ["-c", script], { env: box.env });
    onTestFinished(() => {
      shell.kill("SIGKILL");
    });
    // it notices when it writes the next line, so there are lines until it has
    for (let turn = 0; shell.exitCode === null; turn += 1) {
      signal(box, pane, turn % 2 === 0 ? "error" : "needs_input", `turn ${turn}`);
      await untilPane(box, pane, (item) => item.message === `turn ${turn}`);
    }
    expect(readFileSync(`${box.dir}/said`, "utf8")).toBe("");
  });

  it("[CL16] without a daemon it says how to start one", async () => {
    for (const words of [["watch"], ["watch", "--format", "jsonl"], ["watch", "--once"]]) {
      const ran = await sandbox().agtmux(words);
      expect([ran.code, ran.stderr]).toEqual([10, expect.stringContaining("agtmux daemon start")]);
    }
  });
});

describe("agtmux watch", () => {
  it("[LS8] a table of sessions that follows by itself, fits after a resize, says when the daemon is away, and leaves no trace", async () => {
    const { box, pane } = await working();
    const watching = box.session("watching");
    box.tmux("set-option", "-t", "watching", "status", "off");
    box.type(watching, "echo before");
    await until(() => box.screen(watching).includes("before\n"));
    box.type(watching, `${AGTMUX} watch --scope sessions --session work`);
    await until(() => box.screen(watching).includes("live · sessions"));
    expect(box.tmux("display-message", "-p", "-t", watching, "#{alternate_on}")).toBe("1");
    signal(box, pane, "needs_input", "Which of these files?");
    await until(() => /waiting_input/.test(box.screen(watching)));
    box.tmux("resize-window", "-t", "watching", "-x", "60", "-y", "12");
    await until(
      () => box.screen(watching).trimEnd().split("\n").length === 12,
      () => box.screen(watching),
    );
    await stopDaemon(box);
    await until(() => box.screen(watching).includes("does not answer since"));
    await box.startDaemon();
    await until(() => box.screen(watching).includes("live · sessions"));
    box.tmux("send-keys", "-t", watching, "q");
    await until(() => box.tmux("display-message", "-p", "-t", watching, "#{alternate_on}#{cursor_flag}") === "01");
    await until(() => box.screen(watching).includes("before"));
    expect(box.screen(watching)).not.toContain("live ·");
    box.type(watching, `${AGTMUX} watch --scope windows; stty -a | grep -o '.echo ' | head -1; echo "status $?"`);
    await until(() => box.screen(watching).includes("live · windows"));
    box.tmux("send-keys", "-t", watching, "C-c");
    await until(() => box.screen(watching).includes("status 0"));
    // follows a prompt if the shell read the typed line late
    expect(box.screen(watching)).toMatch(/^(?:# )? echo/m);
  });

  it("[LS8] --once prints one round and ends; into a pipe a table comes whenever something changed, no oftener than --interval", async () => {
    const { box, pane } = await working();
    signal(box, pane, "error", "Bad");
    await untilPane(box, pane, (item) => item.state === "error");
    const once = await box.agtmux(["watch", "--once"]);
    expect([once.code, once.stderr]).toEqual([0, ""]);
    expect(once.stdout).toMatch(/^STATE[\s\S]*error +generic[\s\S]*1 agent in 1 pane,/);
    expect((await box.agtmux(["watch", "--once", "--scope", "sessions"])).stdout).toMatch(/host\/work\n/);
    expect((await box.agtmux(["watch", "--once", "--since", "0s"])).stdout).toMatch(/^No agents/);
    const follower = new Follower(box, ["watch", "--interval", "10m"]);
    await until(() => follower.lines.length > 0);
    const quick = new Follower(box, ["watch", "--interval", "10ms"]);
    await until(() => quick.lines.length > 0);
    signal(box, pane, "needs_input", "Which?");
    await until(() => quick.lines.some((line) => line.includes("Which?")));
    expect(follower.lines.some((line) => line.includes("Which?"))).toBe(false);
  });
});

describe("agtmux wait", () => {
  it("[LS13] ends when the state is reached, at once where it is already", async () => {
    const { box, pane } = await working();
    const waiting = new Follower(box, ["wait", pane, "--state", "completed,error", "--timeout", "1m"]);
    const ended = waiting.ended();
    signal(box, pane, "working", "On it");
    await untilPane(box, pane, (item) => item.state === "running");
    signal(box, pane, "error", "Build failed");
    expect(await ended).toBe(0);
    expect(waiting.lines).toEqual(["error Build failed"]);
    const again = await box.agtmux(["wait", pane, "--state", "error", "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({
      schema_version: 2,
      items: [{ state: "error", message: "Build failed", change: "present" }],
    });
  });

  it("[LS13] fails at the timeout, and when the agent or its pane is gone, each with a status of its own", async () => {
    const { box, pane } = await working();
    signal(box, pane, "working", "On it");
    await untilPane(box, pane, (item) => item.state === "running");
    const late = await box.agtmux(["wait", pane, "--state", "completed", "--timeout", "300ms"]);
    expect([late.code, late.stdout]).toEqual([ERRORS.E_TIMEOUT.exit, ""]);
    expect(late.stderr).toMatch(/is running, and was not completed in time/);
    const waiting = new Follower(box, ["wait", pane, "--state", "completed"]);
    const ended = waiting.ended();
    await untilFollowed(box);
    await restartDaemon(box);
    await until(() => waiting.errors.includes("the daemon is back"));
    box.tmux("kill-session", "-t", "work");
    expect(await ended).toBe(ERRORS.E_RUNTIME_ENDED.exit);
    for (const words of [[], ["--state", "busy"], ["--state", "error", "--timeout", "soon"]])
      expect((await box.agtmux(["wait", "first", ...words])).code).toBeGreaterThan(1);
  });
});

describe("the API", () => {
  it("[AP9, AP22] /v1/events is a list of what changed since a cursor, with the one to go on from", async () => {
    const { box, pane } = await working();
    const get = async (path: string) => {
      const { status, text } = await ask({ socketPath: join(box.home, "agtmuxd.sock") }, { path });
      return { status, body: JSON.parse(text) };
    };
    const { body: begun } = await get("/v1/events");
    expect(EventList.strict().parse(begun)).toEqual(begun);
    expect(begun.items.map((event: PaneEvent) => event.change)).toEqual(["present", "present"]);
    for (const word of ["working", "error"]) {
      signal(box, pane, word, word);
      await untilPane(box, pane, (item) => item.message === word);
    }
    const { body: first } = await get(`/v1/events?since=${begun.cursor}&limit=1`);
    const { body: second } = await get(`/v1/events?since=${first.cursor}&session=work`);
    expect([first, second].map((list) => messages(list.items))).toEqual([["working"], ["error"]]);
    expect(second.filters).toEqual({ session: ["work"] });
    expect(await get("/v1/events?since=abc-1")).toMatchObject({ status: 410, body: { code: "E_CURSOR_EXPIRED" } });
    for (const bad of ["limit=0", "limit=x", "since=x", "since_at=soon", "state=x", "frob=1"])
      expect([bad, (await get(`/v1/events?${bad}`)).status]).toEqual([bad, 400]);
  });

  it("[AP22] /v1/stream from a cursor tells what is different since; one that is too old gets the reason and a snapshot", async () => {
    const { box, pane } = await working();
    const url = `ws+unix://${join(box.home, "agtmuxd.sock")}:/v1/stream`;
    const open = async (since: string) => {
      const client = new StreamClient(`${url}?since=${since}`);
      onTestFinished(() => client.socket.terminate());
      await until(() => client.messages.length > 0);
      return client.messages[0];
    };
    const cursor = (await follow(box)).cursors[0] ?? "";
    signal(box, pane, "error", "Bad");
    await untilPane(box, pane, (item) => item.state === "error");
    box.tmux("kill-session", "-t", "first");
    await until(async () => (await box.panes()).items.length === 1);
    await restartDaemon(box);
    const message = await open(cursor);
    expect(message).toMatchObject({ type: "delta", changed: [{ state: "error", message: "Bad" }] });
    expect(message?.type === "delta" && message.removed.map(({ session_name }) => session_name)).toEqual(["first"]);
    expect(await open("abc123-7")).toMatchObject({ type: "snapshot", error: { code: "E_CURSOR_EXPIRED" } });
  });
});

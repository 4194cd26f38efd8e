import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { approvalIn, askingAgents } from "../support/asking-agents.ts";
import { stopDaemon } from "../support/daemon-life.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

/** Longer than a row has to stand before a key acts on it. */
const STANDS_MS = 700;

/** A person's terminal that runs `agtmux watch`. */
class Watcher {
  readonly box: Sandbox;
  readonly pane: string;

  constructor(box: Sandbox, pane: string) {
    this.box = box;
    this.pane = pane;
  }

  static async open(box: Sandbox, before = "LC_ALL=C.UTF-8"): Promise<Watcher> {
    const watcher = new Watcher(box, box.session("watching"));
    box.type(watcher.pane, `${before} ${AGTMUX} watch`);
    await watcher.shows(/^agtmux .* live$/m);
    return watcher;
  }

  get screen(): string {
    return this.box.screen(this.pane);
  }

  /** Presses keys when the row has stood still. */
  async press(...keys: string[]): Promise<void> {
    await sleep(STANDS_MS);
    this.box.tmux("send-keys", "-t", this.pane, ...keys);
  }

  /** Presses a key that acts, again as long as its row changes too soon before, until `what` shows that it has acted. */
  act(key: string, what: RegExp): Promise<void> {
    return this.pressUntil(key, () => what.test(this.screen));
  }

  async pressUntil(key: string, hasActed: () => boolean): Promise<void> {
    let pressedAt = Date.now() - STANDS_MS;
    await until(
      () => {
        if (hasActed()) return true;
        if (Date.now() - pressedAt < 2 * STANDS_MS) return false;
        pressedAt = Date.now();
        this.box.tmux("send-keys", "-t", this.pane, key);
        return false;
      },
      () => this.screen,
    );
  }

  async shows(what: RegExp): Promise<void> {
    await until(
      () => what.test(this.screen),
      () => this.screen,
    );
  }

  /** Finds it by the filter, whose end leaves it selected. */
  async select(name: string): Promise<void> {
    this.box.tmux("send-keys", "-t", this.pane, "/", ...name, "Enter");
    await this.shows(new RegExp(`^▌.* ${name} \\[[\\s\\S]*filter "${name}"`, "m"));
    this.box.tmux("send-keys", "-t", this.pane, "Escape");
    await this.shows(new RegExp(`^▌.* ${name} \\[[\\s\\S]*q quit`, "m"));
  }

  flags(...names: string[]): string {
    return this.box.tmux("display-message", "-p", "-t", this.pane, names.map((name) => `#{${name}}`).join(""));
  }
}

describe("agtmux watch in a terminal", () => {
  it("[CL50, CL52, CL53] y answers a row after 400 ms, not at once, and the row shows the progress", async () => {
    const { box, one, two } = await askingAgents("one", "two");
    const watcher = await Watcher.open(box);
    await approvalIn(box, one, "make all");
    await approvalIn(box, two, "make docs");
    await watcher.shows(/Blocked 2[\s\S]*wants approval one \[claude\][\s\S]*wants approval two/);
    await watcher.select("two");
    await watcher.shows(/make docs[\s\S]*1\. Yes\n[\s\S]*3\. No\n +y Yes · n No · 1–3 pick/);
    // a sentence that was meant for another window
    await watcher.press("k", "y", "e", "s", "1", "y");
    await watcher.shows(/one {2}too soon: y did nothing/);
    await watcher.select("two");
    await watcher.act("y", /answer "Yes"/);
    await until(() => two.read().length > 0);
    expect([one.read(), two.read()]).toEqual([[], [{ picked: "Yes" }]]);
    await watcher.shows(/answer "Yes": .*accepted/);
    await watcher.shows(/Blocked 1\n▌! wants approval one/);
    await watcher.act("n", /answer "No"/);
    await until(() => one.read().length > 0);
    expect(one.read()).toEqual([{ picked: "No" }]);
  });

  it("[CL53] a question that took the place of the one on the screen is not answered", async () => {
    const { box, one } = await askingAgents("one");
    // tmux would let its own child go on at once
    const watcher = await Watcher.open(box, "exec sh -c '\"$@\"; :' sh env LC_ALL=C.UTF-8");
    const pid = box.tmux("display-message", "-p", "-t", watcher.pane, "#{pane_pid}").trim();
    const watching = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ")[0]);
    await approvalIn(box, one, "make all");
    await watcher.shows(/make all[\s\S]*y Yes · n No/);
    await sleep(STANDS_MS);
    process.kill(watching, "SIGSTOP");
    // it tells nobody that its dialog is another one
    one.ask({ command: "rm -rf build", quiet: true });
    await until(async () => (await box.client.questions()).items[0]?.detail === "rm -rf build");
    box.tmux("send-keys", "-t", watcher.pane, "y");
    process.kill(watching, "SIGCONT");
    await watcher.shows(/rm -rf build[\s\S]*y Yes · n No/);
    expect(one.read()).toEqual([]);
    await watcher.pressUntil("n", () => one.read().length > 0);
    expect(one.read()).toEqual([{ picked: "No" }]);
  });

  it("[CL55] r writes a reply that Enter sends as words", async () => {
    const { box, one } = await askingAgents("one");
    const watcher = await Watcher.open(box);
    one.ask({ question: "Which database?", options: ["Postgres", "SQLite"] });
    await watcher.shows(/Which database\?[\s\S]*r reply/);
    await watcher.act("r", /^reply>\s*$/m);
    box.tmux("send-keys", "-t", watcher.pane, "-l", "neither, q 日本");
    await watcher.shows(/^reply> neither, q 日本$/m);
    box.tmux("send-keys", "-t", watcher.pane, "Enter");
    await until(
      () => one.read().length > 0,
      () => watcher.screen,
    );
    expect(one.read()).toEqual([{ words: "neither, q 日本" }]);
  });

  it("[CL63] e marks as seen and z puts off, on every device; u takes them back", async () => {
    const { box } = await askingAgents();
    const work = await box.registered("work");
    await box.agtmux(["signal", "completed", "All of it"], { env: placeOf(box, work) });
    const watcher = await Watcher.open(box);
    await watcher.shows(/Done 1\n▌✓ done +work/);
    await watcher.act("e", /Others 1/);
    await untilPane(box, work, ({ shelf }) => shelf === null);
    await watcher.act("u", /Done 1\n▌✓ done +work/);
    await untilPane(box, work, ({ shelf }) => shelf === "done");
    await watcher.act("z", /Others 1\n▌✓ done +work .*put off/);
    await untilPane(box, work, ({ snoozed_until }) => snoozed_until !== null && snoozed_until > Date.now());
    await watcher.act("u", /Done 1\n▌✓ done +work/);
    await untilPane(box, work, ({ snoozed_until }) => snoozed_until === null);
  });

  it("[CL57] space shows the pane's screen below, and it goes on there", async () => {
    const { box } = await askingAgents("one");
    const work = await box.registered("work");
    await box.agtmux(["signal", "working", "On it"], { env: placeOf(box, work) });
    const watcher = await Watcher.open(box);
    await watcher.select("work");
    await watcher.press("Space");
    await watcher.shows(/^── work ─+$/m);
    box.type(work, "clear; printf '\\033[31mre%s\\033[0m 日本\\n' d");
    await watcher.shows(/^red 日本$/m);
    expect(box.tmux("capture-pane", "-p", "-e", "-t", watcher.pane)).toMatch(/\x1b\[31mred\x1b\[/);
    await watcher.press("Space");
    await until(() => !watcher.screen.includes("──"));
  });

  it("[CL57] Enter goes to the pane: inside tmux it moves the client, outside it attaches and comes back", async () => {
    const { box } = await askingAgents("one");
    const outer = sandbox({ AGTMUX_HOME: box.home, AGTMUX_TMUX_SOCKET: box.socketName });
    const person = new Watcher(outer, outer.session("person", "exec env -u TMUX -u TMUX_PANE sh"));
    const clients = () => box.tmux("list-clients", "-F", "#{client_control_mode}#{session_name}").split("\n");
    outer.type(person.pane, `LC_ALL=C.UTF-8 ${AGTMUX} watch`);
    await person.shows(/ one \[claude\]/);
    await person.pressUntil("Enter", () => clients().includes("0one"));
    outer.tmux("send-keys", "-t", person.pane, "C-b", "d");
    await person.shows(/^agtmux .* live$/m);
    expect(clients()).not.toContain("0one");
    await person.press("q");
    await until(() => person.flags("alternate_on") === "0");

    const inner = await Watcher.open(box);
    outer.type(person.pane, `tmux -L ${box.socketName} attach -t watching`);
    await until(() => clients().includes("0watching"));
    await inner.pressUntil("Enter", () => clients().includes("0one"));
    expect(inner.screen).toMatch(/^agtmux .* live$/m);
  });

  it("[CL59, LS8] the terminal is as before after q, Ctrl-C, SIGTERM and a fault, and between Ctrl-Z and fg", async () => {
    const { box } = await askingAgents("one");
    const crash = join(box.dir, "crash.cjs");
    writeFileSync(crash, "process.on('SIGUSR2', () => { throw new Error('on purpose'); });");
    const pid = join(box.dir, "pid");
    const ends: [name: string, end: (watcher: Watcher) => void][] = [
      ["q", ({ pane }) => box.tmux("send-keys", "-t", pane, "q")],
      ["Ctrl-C", ({ pane }) => box.tmux("send-keys", "-t", pane, "C-c")],
      ["SIGTERM", () => process.kill(Number(readFileSync(pid, "utf8")), "SIGTERM")],
      ["a fault", () => process.kill(Number(readFileSync(pid, "utf8")), "SIGUSR2")],
    ];
    for (const [name, end] of ends) {
      const options = `NODE_OPTIONS='--require ${crash}' LC_ALL=C.UTF-8 sh -c 'echo $$ >${pid}; exec "$0" "$@"'`;
      const watcher = await Watcher.open(box, `echo before; ${options}`);
      end(watcher);
      await until(
        () => watcher.flags("alternate_on", "cursor_flag", "wrap_flag") === "011",
        () => `${name}: ${watcher.screen}`,
      );
      box.type(watcher.pane, "stty -a | grep -o '.icanon' ");
      await watcher.shows(/^(?:# )? icanon/m);
      expect(watcher.screen).toContain("before");
      box.tmux("kill-session", "-t", "watching");
    }
    const watcher = new Watcher(box, box.session("jobs", "exec bash --norc --noprofile -i"));
    box.type(watcher.pane, `LC_ALL=C.UTF-8 ${AGTMUX} watch`);
    await watcher.shows(/^agtmux .* live$/m);
    box.tmux("send-keys", "-t", watcher.pane, "C-z");
    await until(() => watcher.flags("alternate_on", "cursor_flag", "wrap_flag") === "011");
    await watcher.shows(/Stopped/);
    box.type(watcher.pane, "fg");
    await watcher.shows(/^agtmux .* live$[\s\S]* one \[claude\]/m);
  });

  it("[CL60] fits 60 columns and 20 rows, has only ASCII without a UTF-8 locale, and plain tables on a dumb terminal", async () => {
    const { box, one } = await askingAgents("one");
    const watcher = await Watcher.open(box, "LC_ALL=C");
    await approvalIn(box, one, "make 日本");
    await watcher.shows(/^>! wants approval one[\s\S]*make \?\?\?\?[\s\S]*1-3 pick/m);
    box.tmux("resize-window", "-t", "watching", "-x", "60", "-y", "20");
    await until(
      () =>
        watcher.screen
          .split("\n")
          .some((line) => /^>! wants approval one .* \d+[sm]$/.test(line) && line.length === 60),
      () => watcher.screen,
    );
    await watcher.press("q");
    await until(() => watcher.flags("alternate_on") === "0");
    box.tmux("send-keys", "-R", "-t", watcher.pane);
    box.type(watcher.pane, `TERM=dumb ${AGTMUX} watch`);
    await watcher.shows(/^(?:# )? *STATE +WHO +AGENT[\s\S]*wants approval/m);
    expect(watcher.flags("alternate_on")).toBe("0");
  });

  it("[CL61] only lines that changed are written, as one update", async () => {
    const { box, one } = await askingAgents("one", "two");
    const watcher = await Watcher.open(box);
    const written = join(box.dir, "written");
    box.tmux("pipe-pane", "-t", watcher.pane, `cat >${written}`);
    await approvalIn(box, one, "make all");
    const updates = () => (existsSync(written) ? readFileSync(written, "utf8").split("\x1b[?2026h").slice(1) : []);
    // whole: the file is still being written
    const isWhole = (update: string) => update.includes("\x1b[?2026l");
    await until(() => updates().some((update) => update.includes("wants approval") && isWhole(update)));
    const [first = ""] = updates().filter((update) => update.includes("wants approval"));
    expect(first).toMatch(/\x1b\[\?2026l$/);
    expect(first).not.toContain("? keys");
  });

  it("[CL62, LS8] it says when the daemon is away, and goes on when it is back", async () => {
    const { box, one } = await askingAgents("one");
    const watcher = await Watcher.open(box);
    await watcher.shows(/ one \[claude\]/);
    await stopDaemon(box);
    await watcher.shows(/the daemon does not answer since \d\d:\d\d:\d\d[\s\S]* one \[claude\]/);
    await box.startDaemon();
    await watcher.shows(/^agtmux .* live$/m);
    await approvalIn(box, one, "make all");
    await watcher.shows(/wants approval one[\s\S]*y Yes/);
  });
});

function placeOf(box: Sandbox, pane: string): NodeJS.ProcessEnv {
  return { TMUX: `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`, TMUX_PANE: pane };
}

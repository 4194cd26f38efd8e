import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { daemonPid, isRunning } from "../support/daemon-life.ts";
import { messages } from "../support/event-log.ts";
import { isLong } from "../support/long.ts";
import { marker, print, script } from "../support/print.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { SmallDisk, whyNoDisk } from "../support/small-disk.ts";
import { drop } from "../support/spool-drop.ts";

const ENTRIES = 50;
const LONG = { timeout: 180_000 };

/** Three panes, each with its own signal transport; the daemon's home is on a disk of its own. */
class Machine {
  readonly box = sandbox({ AGTMUX_RECONCILE: "300ms" });
  readonly disk = new SmallDisk(this.box);
  private panes = { spool: "", marker: "", file: "" };
  private file = "";
  private server = "";

  async start(): Promise<this> {
    const { box } = this;
    box.session("first");
    await box.startDaemon();
    this.panes = {
      spool: await box.registered("spool"),
      marker: await box.registered("marker"),
      file: await box.registered("file"),
    };
    this.file = await box.statusFile(this.panes.file);
    this.server = box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
    await this.say("before");
    await this.hear("before");
    return this;
  }

  /** Drops many spool entries, numbered after the word. */
  drop(word: string): void {
    const { box, panes, server } = this;
    for (let n = 1; n <= ENTRIES; n += 1)
      drop(box, { agent: "schmux", event: "error", pane: panes.spool, tmux: server, payload: `${word} ${n}` });
  }

  print(word: string): void {
    print(this.box, this.panes.marker, `${marker("needs_input", word)}\n`);
    writeFileSync(this.file, `needs_testing ${word}\n`);
  }

  async say(word: string): Promise<void> {
    this.drop(word);
    this.print(word);
  }

  async hear(word: string): Promise<void> {
    const { box, panes } = this;
    await untilPane(box, panes.spool, ({ message }) => message === `${word} ${ENTRIES}`);
    for (const pane of [panes.marker, panes.file]) await untilPane(box, pane, ({ message }) => message === word);
  }

  /** Prints enough near-miss markers for the log to fill the free space of its last page. */
  async babble(after: string): Promise<void> {
    // typed before that command has printed, the next one would be in the same line
    await until(() => this.box.screen(this.panes.marker).includes(marker("needs_input", after)));
    const lines = Array.from({ length: 60 }, (_, n) => `echo 'no ${marker("completed", `near miss ${n} `.repeat(9))}'`);
    this.box.type(this.panes.marker, script(this.box, ...lines));
  }

  /** Runs a hook there and returns its output and exit code. */
  async hook(): Promise<string> {
    const { box, panes } = this;
    const said = join(box.dir, "said");
    box.type(panes.spool, `${box.home}/bin/agtmux hook claude Stop '{}' 2>${said}; echo "[$?]" >>${said}`);
    await until(() => existsSync(said) && /^\[\d+\]$/m.test(readFileSync(said, "utf8")));
    return readFileSync(said, "utf8");
  }

  /** Runs `agtmux signal` in a pane. */
  signal(): Promise<{ code: number; stderr: string }> {
    const env = { TMUX: this.server, TMUX_PANE: this.panes.spool };
    return this.box.agtmux(["signal", "working", "nobody hears this"], { env });
  }

  /** The reported problems, without the near misses from `babble`, which are reported for an hour. */
  async problems(): Promise<string[]> {
    const { problems } = await this.box.status();
    return problems.map(({ code }) => code).filter((code) => code !== "SIGNAL_NEAR_MISS");
  }

  /** Every message with these words was logged exactly once. */
  expectOnce(...words: string[]): void {
    const { box, panes } = this;
    const entries = words.flatMap((word) => Array.from({ length: ENTRIES }, (_, n) => `${word} ${n + 1}`));
    expect(messages(box, "command", panes.spool).toSorted()).toEqual(entries.toSorted());
    expect(messages(box, "marker", panes.marker)).toEqual(words);
    expect(messages(box, "status_file", panes.file)).toEqual(words);
    expect(readdirSync(join(box.home, "spool", "rejected"))).toEqual([]);
  }
}

function withDaemonStopped(box: Sandbox, work: () => void): void {
  process.kill(daemonPid(box), "SIGSTOP");
  try {
    work();
  } finally {
    process.kill(daemonPid(box), "SIGCONT");
  }
}

describe.skipIf(whyNoDisk !== null)(`a home on a bad disk${whyNoDisk === null ? "" : ` (${whyNoDisk})`}`, () => {
  it(
    "[FT2] a full one is said by everybody; nothing of the spool is lost, and with room all goes on",
    LONG,
    async () => {
      const machine = await new Machine().start();
      const { box, disk } = machine;
      const pid = daemonPid(box);
      withDaemonStopped(box, () => {
        machine.drop("while full");
        disk.fill();
      });
      machine.print("while full");
      await machine.babble("while full");
      await until(async () => (await machine.problems()).includes("E_DISK_FULL"));
      const refused = await machine.signal();
      expect([refused.code, refused.stderr]).toEqual([15, expect.stringContaining("[E_DISK_FULL]")]);
      expect(await machine.hook()).toMatch(/cannot write into .*\[E_HOME_UNUSABLE\]\n\[0\]/);
      expect(readdirSync(join(box.home, "spool", "tmp"))).toEqual([]);
      const doctor = (await box.agtmux(["doctor"])).stdout;
      expect(doctor).toMatch(/✗ +home .*the disk is full/);
      expect(doctor).toContain("E_DISK_FULL");
      // the daemon runs, still shows the old state, and has removed no spool entry
      expect(
        (await box.panes()).items.map(({ message }) => message).filter((each) => /before/.test(each)),
      ).toHaveLength(3);
      expect(readdirSync(join(box.home, "spool", "new"))).toHaveLength(ENTRIES);
      expect([isRunning(pid), daemonPid(box)]).toEqual([true, pid]);

      disk.free();
      await machine.hear("while full");
      await until(
        async () => (await machine.problems()).length === 0,
        async () => JSON.stringify(await machine.problems()),
      );
      await machine.say("after");
      await machine.hear("after");
      machine.expectOnce("before", "while full", "after");
    },
  );

  it.runIf(isLong)(
    "[FT2] a daemon that starts while it is full says so, and has all that was said once there is room",
    LONG,
    async () => {
      const machine = await new Machine().start();
      const { box, disk } = machine;
      await box.agtmux(["daemon", "stop"]);
      machine.drop("meanwhile");
      disk.fill();
      machine.print("meanwhile");
      const started = await box.agtmux(["daemon", "start"]);
      if (started.code === 0) await until(async () => (await machine.problems()).includes("E_DISK_FULL"));
      else expect(started.stderr).toContain("[E_DISK_FULL]");
      disk.free();
      await box.startDaemon();
      await machine.hear("meanwhile");
      machine.expectOnce("before", "meanwhile");
    },
  );

  it(
    "[FT2] one that turns read-only is said by everybody; when it can be written again, all is there",
    LONG,
    async () => {
      const machine = await new Machine().start();
      const { box, disk } = machine;
      const pid = daemonPid(box);
      withDaemonStopped(box, () => {
        machine.drop("read-only");
        disk.failToReadOnly();
      });
      machine.print("read-only");
      await machine.babble("read-only");
      await until(async () => (await machine.problems()).some((code) => /E_DISK_FULL|E_HOME_UNUSABLE/.test(code)));
      const refused = await machine.signal();
      expect([refused.code, refused.stderr]).toEqual([16, expect.stringMatching(/EROFS.*\[E_HOME_UNUSABLE\]/)]);
      expect(await machine.hook()).toMatch(/\[E_HOME_UNUSABLE\]\n\[0\]/);
      expect((await box.agtmux(["doctor"])).stdout).toMatch(/✗ +home .*the disk is read-only/);
      expect(
        (await box.panes()).items.map(({ message }) => message).filter((each) => /before/.test(each)),
      ).toHaveLength(3);
      expect([isRunning(pid), daemonPid(box)]).toEqual([true, pid]);
      expect((await box.agtmux(["daemon", "stop"])).code).toBe(0);
      const started = await box.agtmux(["daemon", "start"]);
      expect([started.code, started.stderr]).toEqual([16, expect.stringMatching(/read-only.*\[E_HOME_UNUSABLE\]/s)]);

      await disk.mountAgain();
      await box.startDaemon();
      await machine.hear("read-only");
      await machine.say("after");
      await machine.hear("after");
      machine.expectOnce("before", "read-only", "after");
    },
  );
});

import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { PIECE_BYTES } from "../../src/daemon/targets/carriers/line-reading.ts";
import { RemoteLines } from "../../src/daemon/targets/carriers/remote-lines.ts";
import type { LinePosition } from "../../src/daemon/targets/machine/machine.ts";
import { WatcherClient } from "../../src/daemon/targets/watcher/watcher-client.ts";
import { giveToStranger, noStranger } from "../locks/stranger.ts";
import { until } from "../support/sandbox.ts";
import { type RunningWatcher, SHELLS, WatcherMachine } from "../support/watcher-machine.ts";

describe.each(SHELLS)("files that only grow, told by the watcher under $name", (shell) => {
  it.each(["inotifywait", "a poll"])("[SR27] every line once when it is whole, by %s", async (by) => {
    if (by === "inotifywait" && shell.busybox) return;
    const machine = new WatcherMachine(shell);
    // the poll is too slow for this test, so that only inotifywait can find a change
    const patient = { AGTMUX_WATCHER_TICK: "25", AGTMUX_WATCHER_QUIET: "75" };
    const watcher = await machine.watch("daemon-1", by === "a poll" ? { PATH: machine.plainPath() } : patient);
    const path = `${machine.dir}/it's a transcript_%.jsonl`;
    writeFileSync(path, "one\ntwo é\r\nhal");
    const { texts, follow, asked, positions } = linesOf(watcher);
    follow(path);
    await until(() => texts().length === 2);
    if (by === "inotifywait") await until(() => machine.leftovers().some((line) => line.includes("modify")));
    await sleep(300);
    appendFileSync(path, "f\n\nmore");
    await until(() => texts().length === 4);
    writeFileSync(`${path}.new`, "another file\n");
    renameSync(`${path}.new`, path);
    await until(() => texts().length === 5);
    writeFileSync(path, "cut\n");
    await until(() => texts().length === 6);
    expect(texts()).toEqual(["one", "two é", "half", "", "another file", "cut"]);
    const { dev, ino } = statSync(path, { bigint: true });
    expect(positions.at(-1)).toEqual({ file: `${dev}.${ino}`, offset: 4 });
    const before = asked.length;
    await watcher.client.clock();
    await sleep(300);
    // an unchanged file causes no requests
    expect(asked.slice(before)).toEqual([]);
  });

  it.skipIf(noStranger !== null)("[SC21] nothing of a file that is somebody else's", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const [theirs, ours] = [`${machine.dir}/theirs`, `${machine.dir}/ours`];
    for (const path of [theirs, ours]) writeFileSync(path, `${path}\n`);
    giveToStranger(theirs);
    const { texts, follow } = linesOf(watcher);
    follow(theirs);
    follow(ours);
    await until(() => texts().length > 0);
    expect(texts()).toEqual([ours]);
  });

  it("[SR27] carries any bytes and lines of several pieces, and leaves out what is too long", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const path = `${machine.dir}/bytes`;
    const every = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
    const long = "x_%é".repeat(100_000);
    writeFileSync(path, every);
    appendFileSync(path, `\n${long}\n${"y".repeat(4_300_000)}\nlast\n`);
    const { texts, follow } = linesOf(watcher);
    const { dev, ino } = statSync(path, { bigint: true });
    follow(path, { file: `${dev}.${ino}`, offset: 0 });
    await until(() => texts().at(-1) === "last");
    const lines = every.toString("latin1").split("\n");
    const wanted = lines.map((line) => Buffer.from(line, "latin1").toString("utf8").replace(/\r$/, ""));
    expect(texts()).toEqual([...wanted, long, "last"]);
  });

  it("[SR27] begins near the end of a large file, at a whole line", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const path = `${machine.dir}/large`;
    const all = Array.from({ length: 20_000 }, (_, number) => `${number} ${"z".repeat(90)}`);
    writeFileSync(path, `${all.join("\n")}\n`);
    const { texts, follow } = linesOf(watcher);
    follow(path);
    await until(() => texts().at(-1) === all.at(-1));
    expect(all.slice(-texts().length)).toEqual(texts());
    expect(texts().length * 97).toBeGreaterThan(PIECE_BYTES - 200);
    expect(texts().length * 97).toBeLessThan(PIECE_BYTES + 200);
  });

  it("[SR27] nothing more of a file comes before what came was taken", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const path = `${machine.dir}/refused`;
    writeFileSync(path, "one\n");
    const { lines, texts, heard, follow, refuse } = linesOf(watcher);
    refuse(true);
    follow(path);
    await until(() => heard.length === 1);
    appendFileSync(path, "two\n");
    await sleep(2_500);
    expect(heard).toHaveLength(1);
    refuse(false);
    lines.scan();
    await until(() => texts().length === 2);
    expect(texts()).toEqual(["one", "two"]);
  });

  it("[SR27] a file and a directory that come later are found; links and what is unfollowed are not told", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const path = `${machine.dir}/later/a b.jsonl`;
    const link = `${machine.dir}/link`;
    const { lines, texts, follow } = linesOf(watcher);
    symlinkSync("/etc/passwd", link);
    follow(link);
    follow(path);
    follow(`${machine.dir}`);
    await watcher.client.clock();
    mkdirSync(`${machine.dir}/later`);
    writeFileSync(path, "late\n");
    await until(() => texts().length === 1);
    rmSync(`${machine.dir}/later`, { recursive: true });
    await sleep(1_200);
    mkdirSync(`${machine.dir}/later`);
    writeFileSync(path, "later\n");
    await until(() => texts().length === 2);
    lines.unfollow(path);
    await watcher.client.clock();
    appendFileSync(path, "unheard\n");
    await sleep(1_200);
    expect(texts()).toEqual(["late", "later"]);
  });

  it("[SR27, TG12] a watcher killed at any moment loses no line and repeats none", async () => {
    const machine = new WatcherMachine(shell);
    const path = `${machine.dir}/transcript`;
    writeFileSync(path, "");
    const lines = new RemoteLines();
    const texts: string[] = [];
    let isKnown = false;
    lines.follow(path, null, (each) => {
      texts.push(...each.map(({ text }) => text));
      isKnown = true;
      return true;
    });
    const wanted: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const watcher = await machine.watch();
      attach(lines, watcher);
      await until(() => isKnown && texts.length === wanted.length);
      const more = Array.from({ length: 5_000 }, (_, number) => `${round}.${number} ${"_".repeat(100)}`);
      wanted.push(...more);
      appendFileSync(path, `${more.join("\n")}\n`);
      await until(() => texts.length > wanted.length - more.length);
      process.kill(watcher.hello?.pid ?? 0, "SIGKILL");
      await until(() => watcher.ended);
      lines.detach();
    }
    attach(lines, await machine.watch());
    await until(() => texts.length >= wanted.length);
    expect(texts).toEqual(wanted);
  });

  it("[SR27, TG14] a storm of writes costs few looks, and a hook is heard through it", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await machine.watch();
    const path = `${machine.dir}/storm`;
    writeFileSync(path, "");
    const { texts, asked, follow } = linesOf(watcher);
    follow(path);
    await until(() => asked.length >= 2);
    const before = asked.length;
    const startedAt = Date.now();
    for (let number = 0; number < 2_000; number += 1) {
      appendFileSync(path, `${number}\n`);
      if (number % 2 === 0) await sleep(1);
    }
    machine.agtmux(["hook", "claude", "Stop"], { input: "{}" });
    expect(await watcher.next()).toHaveLength(1);
    await until(() => texts().length === 2_000);
    const seconds = (Date.now() - startedAt) / 1_000;
    expect(texts()).toEqual(Array.from({ length: 2_000 }, (_, number) => String(number)));
    expect(asked.length - before).toBeLessThan(12 * seconds + 5);
  });
});

/** A client that follows lines through this watcher, and everything it received. */
function linesOf(watcher: RunningWatcher) {
  const lines = new RemoteLines();
  const told: { path: string; text: string }[] = [];
  const positions: LinePosition[] = [];
  let refusing = false;
  const follow = (path: string, from: LinePosition | null = null) =>
    lines.follow(path, from, (each, next) => {
      if (refusing) return false;
      told.push(...each.map(({ text }) => ({ path, text })));
      positions.push(next);
      return true;
    });
  const refuse = (on: boolean) => {
    refusing = on;
  };
  return { lines, follow, refuse, positions, texts: () => told.map(({ text }) => text), ...attach(lines, watcher) };
}

function attach(lines: RemoteLines, { child }: RunningWatcher) {
  const asked: string[] = [];
  /** Sizes of the pieces received, not counting empty responses. */
  const heard: number[] = [];
  const send = (line: string) => {
    asked.push(line);
    child.stdin.write(`${line}\n`);
  };
  const ignore = () => undefined;
  const client = new WatcherClient(
    { send },
    { now: () => Date.now() },
    {
      onHello: ignore,
      onSpool: ignore,
      onFile: ignore,
      onLines: (number, piece) => {
        if (piece !== null) heard.push(piece.bytes.length);
        lines.receive(number, piece);
      },
      onRefused: ignore,
      onOdd: ignore,
      onBye: ignore,
      onFlood: () => undefined,
    },
  );
  child.stdout.on("data", (bytes: Buffer) => client.feed(bytes));
  lines.attach(client);
  return { asked, heard };
}

import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FollowedLine, LinePosition } from "../machine/machine.ts";
import { PIECE_BYTES } from "./line-reading.ts";
import { LocalLines } from "./local-lines.ts";
import { unlimitedWatches } from "./test-watches.ts";

const LONGEST = 4 * 1024 * 1024;

describe("LocalLines", () => {
  it("[SR27] reports existing lines, then every new line once it is complete", async () => {
    const { path, follow } = directory();
    writeFileSync(path, "one\ntwo\r\n\nhal");
    const { texts, untilTold } = follow(path);
    await untilTold(3);
    appendFileSync(path, "f");
    await sleep(100);
    expect(texts()).toEqual(["one", "two", ""]);
    for (const byte of " é\nlast\n") appendFileSync(path, byte);
    await untilTold(5);
    expect(texts()).toEqual(["one", "two", "", "half é", "last"]);
  });

  it("[SR27] reads on from the position that was stored, and names each line by where it begins", async () => {
    const { path, follow, file } = directory();
    writeFileSync(path, "one\ntwo\nthree\nhal");
    const { told, positions, untilTold } = follow(path, { file: file(), offset: 4 });
    await untilTold(2);
    expect(told).toEqual([
      { text: "two", at: { file: file(), offset: 4 } },
      { text: "three", at: { file: file(), offset: 8 } },
    ]);
    expect(positions).toEqual([{ file: file(), offset: 14 }]);
  });

  it("[SR27] lines that could not be stored are delivered again, from the same position", async () => {
    const { path, lines, follow } = directory();
    writeFileSync(path, "one\ntwo\n");
    const followed = follow(path);
    followed.refuse(true);
    await until(() => followed.refused().length === 1);
    appendFileSync(path, "three\nhal");
    await until(() => followed.refused().length === 2);
    followed.refuse(false);
    lines.scan();
    await followed.untilTold(3);
    expect(followed.texts()).toEqual(["one", "two", "three"]);
    expect(followed.refused()).toEqual([
      ["one", "two"],
      ["one", "two", "three"],
    ]);
  });

  it("[SR27] a file that was replaced begins anew", async () => {
    const { path, follow, file } = directory();
    writeFileSync(path, "one\ntwo\n");
    const { texts, positions, untilTold } = follow(path);
    await untilTold(2);
    writeFileSync(`${path}.new`, "uno\ndue\ntre\n");
    renameSync(`${path}.new`, path);
    await untilTold(5);
    expect(texts().slice(2)).toEqual(["uno", "due", "tre"]);
    expect(positions.at(-1)).toEqual({ file: file(), offset: 12 });
  });

  it("[SR27] a truncated file is read from its start, even if it is as long again at once", async () => {
    const { path, follow, file } = directory();
    writeFileSync(path, "one\ntwo\nthr");
    const { texts, untilTold, positions } = follow(path);
    await untilTold(2);
    await sleep(50);
    truncateSync(path, 0);
    await until(() => positions.at(-1)?.offset === 0);
    appendFileSync(path, "uno\n");
    await untilTold(3);
    await sleep(50);
    writeFileSync(path, "a line that is longer than all of the file was\n");
    await untilTold(4);
    expect(texts().slice(2)).toEqual(["uno", "a line that is longer than all of the file was"]);
    expect(positions.at(-1)).toEqual({ file: file(), offset: 47 });
  });

  it("[SR27] a large file that nobody has read begins at a whole line near its end", async () => {
    const { path, follow } = directory();
    const all = Array.from({ length: 10_000 }, (_, number) => `${number} ${"x".repeat(90)}`);
    writeFileSync(path, `${all.join("\n")}\n`);
    const { texts, told, untilTold } = follow(path);
    await until(() => texts().at(-1) === all.at(-1));
    const { size } = statSync(path);
    expect(all.slice(-texts().length)).toEqual(texts());
    expect(told[0]?.at.offset).toBeGreaterThanOrEqual(size - PIECE_BYTES);
    expect(told[0]?.at.offset).toBeLessThan(size - PIECE_BYTES + 100);
    const before = texts().length;
    appendFileSync(path, "more\n");
    await untilTold(before + 1);
  });

  it("[SR27] a large file is read in pieces, and other work runs between them", async () => {
    const { path, follow, file } = directory();
    const all = Array.from({ length: 30_000 }, (_, number) => `${number} ${"é".repeat(40)}`);
    writeFileSync(path, `${all.join("\n")}\n`);
    const { texts, deliveries, untilTold } = follow(path, { file: file(), offset: 0 });
    let turns = 0;
    const turn = () => {
      turns += 1;
      if (texts().length < all.length) setImmediate(turn);
    };
    turn();
    await untilTold(all.length);
    expect(texts()).toEqual(all);
    const sizes = deliveries.map((lines) => lines.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0));
    expect(Math.max(...sizes)).toBeLessThan(PIECE_BYTES + 100);
    expect(turns).toBeGreaterThanOrEqual(sizes.length);
  });

  it("[SR27] a line over several pieces is joined; one that is too long is left out, and the next one read", async () => {
    const { path, follow, file } = directory();
    const long = "l".repeat(LONGEST);
    writeFileSync(path, `${long}\n${long}x\nshort\n`);
    const { told, positions, untilTold } = follow(path, { file: file(), offset: 0 });
    await untilTold(2);
    expect(told.map(({ text, at }) => [text.length, at.offset])).toEqual([
      [LONGEST, 0],
      [5, 2 * LONGEST + 3],
    ]);
    expect(positions.at(-1)?.offset).toBe(statSync(path).size);
  });

  it("[SR27] a file that comes later is found, and so is one in a directory that comes later", async () => {
    const { dir, lines, follow } = directory();
    const near = join(dir, "later.jsonl");
    const far = join(dir, "a", "b", "later.jsonl");
    const [first, second] = [follow(near), follow(far)];
    writeFileSync(near, "near\n");
    await first.untilTold(1);
    mkdirSync(join(dir, "a", "b"), { recursive: true });
    writeFileSync(far, "far\n");
    lines.scan();
    await second.untilTold(1);
    rmSync(join(dir, "a"), { recursive: true });
    await sleep(50);
    mkdirSync(join(dir, "a", "b"), { recursive: true });
    lines.scan();
    writeFileSync(far, "the next one\n");
    await second.untilTold(2);
    expect([first.texts(), second.texts()]).toEqual([["near"], ["far", "the next one"]]);
  });

  it("[SR27] files of one directory do not mix, and one that is no longer followed is not told", async () => {
    const { dir, lines, follow } = directory();
    const files = Array.from({ length: 50 }, (_, number) => join(dir, `${number}.jsonl`));
    for (const each of files) writeFileSync(each, "");
    const followed = files.map((each) => follow(each));
    for (let round = 0; round < 5; round += 1)
      files.forEach((each, number) => {
        appendFileSync(each, `${number}.${round}\n`);
      });
    await Promise.all(followed.map(({ untilTold }) => untilTold(5)));
    followed.forEach(({ texts }, number) => {
      expect(texts()).toEqual([0, 1, 2, 3, 4].map((round) => `${number}.${round}`));
    });
    lines.unfollow(files[0] as string);
    appendFileSync(files[0] as string, "unheard\n");
    appendFileSync(files[1] as string, "heard\n");
    await followed[1]?.untilTold(6);
    await sleep(50);
    expect(followed[0]?.texts()).toHaveLength(5);
  });

  it("[SR27] links and directories are not read, and whatever bytes there are do no harm", async () => {
    const { dir, path, lines, follow } = directory();
    writeFileSync(join(dir, "precious"), "secret\n");
    symlinkSync(join(dir, "precious"), path);
    const linked = follow(path);
    const folder = follow(tmpdir());
    const broken = join(dir, "broken");
    writeFileSync(broken, Buffer.from([0xff, 0x00, 0xc3, 0x0a, 0x61, 0x0a]));
    const { texts, untilTold } = follow(broken);
    await untilTold(2);
    lines.scan();
    await sleep(50);
    expect(texts()).toEqual(["\ufffd\0\ufffd", "a"]);
    expect([linked.deliveries, folder.deliveries]).toEqual([[], []]);
  });

  it("[SR27] a new file is known by its position before its first line is whole", async () => {
    const { path, follow, file } = directory();
    writeFileSync(path, "hal");
    const { positions, deliveries } = follow(path);
    await until(() => positions.length === 1);
    expect(positions).toEqual([{ file: file(), offset: 0 }]);
    expect(deliveries).toEqual([[]]);
  });

  it("[SR27] every line is reported once, however writes are split and readers restarted", async () => {
    const text = fc.array(fc.constantFrom("a", "é", "\n", "\r\n", "{}", "\n\n"), { maxLength: 40 });
    const split = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(text, split, fc.nat(5), async (words, sizes, restart) => {
        const { path, lines, follow, dispose } = directory();
        const bytes = Buffer.from(words.join(""));
        writeFileSync(path, "");
        const told = follow(path);
        await until(() => told.positions.length > 0);
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] as number;
          appendFileSync(path, bytes.subarray(at, at + size));
          at += size;
          if (turn % 3 === 0) await new Promise(setImmediate);
          if (turn === restart) told.again();
        }
        const whole = words.join("").split("\n").slice(0, -1);
        await told.untilTold(whole.length);
        lines.stop();
        dispose();
        expect(told.texts()).toEqual(whole.map((line) => line.replace(/\r$/, "")));
      }),
      { numRuns: 40 },
    );
  });
});

function directory() {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-lines-"));
  const path = join(dir, "it's a transcript.jsonl");
  const lines = new LocalLines(unlimitedWatches());
  const dispose = () => {
    lines.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  onTestFinished(dispose);
  const file = () => {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}.${ino}`;
  };
  return {
    dir,
    path,
    lines,
    dispose,
    file,
    follow: (path: string, from?: LinePosition) => followed(lines, path, from),
  };
}

function followed(lines: LocalLines, path: string, from: LinePosition | null = null) {
  const deliveries: FollowedLine[][] = [];
  const positions: LinePosition[] = [];
  const told: FollowedLine[] = [];
  const refused: string[][] = [];
  let refusing = false;
  const begin = (from: LinePosition | null) =>
    lines.follow(path, from, (each, next) => {
      if (refusing) {
        refused.push(each.map(({ text }) => text));
        return false;
      }
      deliveries.push(each);
      told.push(...each);
      positions.push(next);
      return true;
    });
  begin(from);
  return {
    deliveries,
    positions,
    told,
    texts: () => told.map(({ text }) => text),
    refused: () => refused,
    refuse: (on: boolean) => {
      refusing = on;
    },
    /** As after a restart: from the stored position. */
    again: () => begin(positions.at(-1) ?? null),
    untilTold: (count: number) => until(() => told.length >= count),
  };
}

async function until(done: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!done()) {
    if (Date.now() > deadline) throw new Error("it did not come about");
    await sleep(2);
  }
}

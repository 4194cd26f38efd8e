import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { NO_FILE, type Place, readPart, readScript } from "./read-script.ts";

const folder = mkdtempSync(join(tmpdir(), "agtmux-read-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(path: string, after: Place | null, bytes: number) {
  const { status, stdout } = spawnSync("sh", ["-c", readScript(path, after, bytes)], { encoding: "utf8" });
  return status === 0 ? readPart(stdout, bytes) : status;
}

function parts(path: string, after: Place | null, bytes: number) {
  const part = read(path, after, bytes);
  if (part === null || typeof part === "number") throw new Error(`not read: ${part}`);
  return part;
}

/** The script's output for a file of which it has read the beginning before. */
function printedBy(file: Buffer, { offset }: Place, bytes: number): string {
  return `1 ${file.length} ${offset} ${offset}\n${file.subarray(offset, offset + bytes).toString("utf8")}`;
}

describe("reading a file that grows", () => {
  it("[WK4] gives each whole line once, however the file grows and however little is read at once", () => {
    const letters = fc.array(fc.constantFrom("a", "ü", "€", "😀", " "), { minLength: 1, maxLength: 20 });
    const line = letters.map((each) => each.join(""));
    const bursts = fc.array(fc.array(line, { maxLength: 8 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(bursts, fc.integer({ min: 90, max: 400 }), fc.nat(200), (all, bytes, held) => {
        let file = Buffer.alloc(0);
        let place: Place = { file: "1", offset: 0 };
        const seen: string[] = [];
        const readAll = (end: number) => {
          for (let more = true; more; ) {
            const part = readPart(printedBy(file.subarray(0, end), place, bytes), bytes);
            if (part === null) throw new Error("not read");
            seen.push(...part.lines);
            place = part.next;
            more = part.has_more;
          }
        };
        for (const burst of all) {
          file = Buffer.concat([file, Buffer.from(burst.map((text) => `${text}\n`).join(""))]);
          // the end of a burst, which may be half of a character, comes a moment later
          readAll(Math.max(place.offset, file.length - held));
        }
        readAll(file.length);
        expect(seen).toEqual(all.flat());
      }),
    );
  });

  it("[WK4] leaves a line for later that is not complete yet", () => {
    const path = join(folder, "half");
    writeFileSync(path, "one\ntwo\nthr");
    const first = parts(path, null, 1000);
    expect(first).toMatchObject({ lines: ["one", "two"], continues: false, has_earlier: false, has_more: false });
    appendFileSync(path, "ee\n");
    expect(parts(path, first.next, 1000)).toMatchObject({ lines: ["three"], continues: true });
  });

  it("[WK3, WK4] begins with the end of a long file, with a whole line, and passes over a line that is too long", () => {
    const path = join(folder, "long");
    writeFileSync(path, `${"a".repeat(100)}\nb\nc\n`);
    expect(parts(path, null, 20)).toMatchObject({ lines: ["b", "c"], has_earlier: true, continues: false });
    const { next } = parts(path, null, 1000);
    appendFileSync(path, `${"d".repeat(100)}\ne\n`);
    const seen: string[] = [];
    let place = next;
    for (let more = true; more; ) {
      const part = parts(path, place, 30);
      seen.push(...part.lines);
      place = part.next;
      more = part.has_more;
    }
    expect(seen.at(-1)).toBe("e");
  });

  it("[WK4] begins anew in another file, and in one that was cut", () => {
    const path = join(folder, "other");
    writeFileSync(path, "one\ntwo\n");
    const { next } = parts(path, null, 1000);
    writeFileSync(path, "x\n");
    expect(parts(path, next, 1000)).toMatchObject({ lines: ["x"], continues: false });
    expect(parts(path, { ...next, file: "1" }, 1000)).toMatchObject({ lines: ["x"], continues: false });
  });

  it("[WK1] finds a file by a pattern, takes any name, and follows no link", () => {
    const odd = join(folder, "a 'b' $(c) \\d");
    mkdirSync(join(odd, "15"), { recursive: true });
    writeFileSync(join(odd, "15", "rollout-x-t2.jsonl"), "found\n");
    expect(parts(join(odd, "*", "rollout-*-t2.jsonl"), null, 100)).toMatchObject({ lines: ["found"] });
    symlinkSync(join(odd, "15", "rollout-x-t2.jsonl"), join(folder, "link"));
    for (const path of [join(folder, "link"), join(folder, "none"), odd]) expect(read(path, null, 100)).toBe(NO_FILE);
  });
});

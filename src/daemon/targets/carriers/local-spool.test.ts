import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../../test/support/sandbox.ts";
import { homeAt, prepareHome } from "../../base/home.ts";
import { silentLog } from "../../base/test-log.ts";
import type { SpoolFile } from "../machine/machine.ts";
import { LocalSpool } from "./local-spool.ts";
import { unlimitedWatches } from "./test-watches.ts";

/** More than three batches. */
const NAMES = Array.from({ length: 1_000 }, (_, n) => `entry-${n}`);

describe("LocalSpool", () => {
  it("[FT4] reads all batches of a backlog into the same memory, each file whole", async () => {
    const { path, read } = setUp();
    for (const name of NAMES) writeFileSync(path(name), `${name} ${"x".repeat(4_000)}`);
    const { texts, memory } = await read(NAMES.length);
    for (const name of NAMES) expect(texts.get(name)).toBe(`${name} ${"x".repeat(4_000)}`);
    expect(memory.size).toBe(1);
  });

  it("[FT4] reads a file whole that has grown, or was cut, since it was listed", async () => {
    const { path, read } = setUp();
    for (const name of NAMES) writeFileSync(path(name), name);
    const { texts } = await read(NAMES.length, () => {
      appendFileSync(path("entry-998"), " and more");
      writeFileSync(path("entry-999"), "cut");
    });
    expect([texts.get("entry-997"), texts.get("entry-998"), texts.get("entry-999")]).toEqual([
      "entry-997",
      "entry-998 and more",
      "cut",
    ]);
  });
});

function setUp() {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-spool-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const home = homeAt(dir);
  prepareHome(home);
  const spool = new LocalSpool(home.spool, unlimitedWatches(), silentLog(), () => true);
  onTestFinished(() => spool.stop());

  /** The texts of this many files; `meanwhile` is called after the first batch. */
  async function read(count: number, meanwhile: () => void = () => undefined) {
    const texts = new Map<string, string>();
    const memory = new Set<ArrayBufferLike>();
    spool.start((files: SpoolFile[]) => {
      if (texts.size === 0) meanwhile();
      for (const { name, content } of files) {
        if (!content.ok) throw new Error(`${name}: ${content.fault}`);
        texts.set(name, Buffer.from(content.bytes).toString("utf8"));
        memory.add(content.bytes.buffer);
      }
      return { accepted: files.map(({ name }) => name), rejected: [] };
    });
    await until(() => texts.size === count);
    return { texts, memory };
  }

  return { path: (name: string) => join(home.spool.new, name), read };
}

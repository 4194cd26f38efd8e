import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { REGISTERED } from "../../core/agents/registry.ts";
import { Problems } from "../base/problems.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { openAdapters } from "./open-adapters.ts";
import { readInstalledPack } from "./read-installed-pack.ts";

const FILE = `schema = 1\nname = "mini"\nlabel = "Mini"\nnewest = "1.0"\n[process]\nbinary = '/mini$'\n`;
const AGENT = { name: "mini", tried: "1.0", file: FILE, screens: [{ name: "a", state: "unknown", text: "?" }] };
const clock = { now: () => 1_000 };
const NAMES = REGISTERED.map(({ name }) => name);

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const KEY = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agtmux-pack-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(change: (text: string) => string | Buffer = (text) => text): void {
  const body = JSON.stringify({ version: 4, made_at: "", engine: 1, agents: [AGENT] });
  const signature = sign(null, Buffer.from(body), privateKey).toString("base64");
  writeFileSync(join(folder, "current.json"), change(JSON.stringify({ agtmux_pack: 1, body, signature })));
}

/** The names of the adapters, and the problems that are told. */
function opened(keys: readonly string[]) {
  const problems = new Problems(clock as never);
  const registry = openAdapters({
    store: openMemoryStore(),
    fleet: { summary: () => ({ by_agent: {} }), all: () => [] } as never,
    clock: clock as never,
    problems,
    log: { warn: () => {}, info: () => {} } as never,
    pack: readInstalledPack(folder, keys),
  });
  return { names: registry.list().items.map(({ name }) => name), told: problems.list().map(({ message }) => message) };
}

it("[AD63] the daemon uses the pack that was taken, and its own files without one", () => {
  expect(opened([KEY])).toEqual({ names: NAMES, told: [] });
  put();
  expect(opened([KEY])).toEqual({ names: [...NAMES, "mini"], told: [] });
});

it("[AD63] a pack that was damaged or changed, or whose key is trusted no more, harms nothing and is told", () => {
  const changes: ((text: string) => string | Buffer)[] = [
    (text) => text.slice(0, 100),
    (text) => text.replace("Mini", "Maxi"),
    () => Buffer.from([0xff, 0xfe, 0x00]),
    () => "",
  ];
  for (const change of changes) {
    put(change);
    const { names, told } = opened([KEY]);
    expect(names).toEqual(NAMES);
    expect(told).toEqual([
      expect.stringContaining("current.json: the pack of agent files is not used, agtmux's own files are"),
    ]);
  }
  put();
  expect(opened([]).names).toEqual(NAMES);
});

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { adaptersInForce } from "../common/adapters-in-force.ts";
import type { Context } from "../common/context.ts";
import { showAdapters } from "./adapters-show.ts";
import { updateAdapters } from "./adapters-update.ts";

const SCRIPT = resolve(import.meta.dirname, "../../../scripts/adapters-pack.mjs");
const FILE = `schema = 1\nname = "mini"\nlabel = "Mini"\nnewest = "1.0"\n[process]\nbinary = '/mini$'
[screen]\nprompt = '^❯ ?'\n[[cues]]\nname = "running"\nwhere = "footer"\npattern = 'esc stops it'\nstate = "running"\n`;

let dir: string;
let out: string[];
let context: Context;
let key: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "agtmux-pack-"));
  out = [];
  const home = join(dir, "home");
  context = { home, colour: false, out: (text: string) => out.push(text) } as unknown as Context;
  mkdirSync(home);
  mkdirSync(join(dir, "files", "mini"), { recursive: true });
  writeFileSync(join(dir, "files", "mini.toml"), FILE);
  writeFileSync(join(dir, "files", "mini", "works.running.txt"), "> do it\n\n❯ \nesc stops it\n");
  key = run("--new-key", join(dir, "key.pem")).trim();
  trust(key);
});
afterEach(() => rmSync(dir, { recursive: true }));

function run(...words: string[]): string {
  return execFileSync(process.execPath, [SCRIPT, ...words], { encoding: "utf8" });
}

function trust(...keys: string[]): void {
  writeFileSync(join(dir, "home", "config.toml"), `pack_keys = "${keys.join(",")}"\n`);
}

function pack(version: number, signer = "key.pem"): string {
  const path = join(dir, `pack-${version}.json`);
  run("--key", join(dir, signer), "--version", String(version), "--out", path, join(dir, "files"));
  return path;
}

const update = (...words: string[]) => {
  out = [];
  updateAdapters(words, context);
  return out.join("\n");
};

it("[AD63] a pack is taken once, a later one after it, an older one never, and each can be undone", () => {
  const [one, two] = [pack(1), pack(2)];
  expect(update(two)).toBe(
    "pack 2 is in use\nmini: new, read up to version - → 1.0\n'agtmux daemon restart' puts it into use",
  );
  expect(() => update(two)).toThrow("pack 2 is in use already");
  expect(() => update(one)).toThrow("it is pack 1, and the later pack 2 is in use");
  writeFileSync(join(dir, "files", "mini.toml"), FILE.replace('"running"\nwhere', '"busy"\nwhere'));
  expect(update(pack(3))).toContain(
    "mini: changed, read up to version 1.0\n  cues added: busy\n  cues removed: running",
  );
  expect(JSON.parse(update("--undo", "--json"))).toMatchObject({ schema_version: 1, version: 2 });
  expect(update("--undo")).toContain("no pack is in use: agtmux's own files are\nmini: gone");
  expect(() => update("--undo")).toThrow("there is nothing to undo");
  expect(() => update()).toThrow("adapters update wants one pack, or --undo");
});

it("[AD63] screens are read by the pack in force, and a file of the user's own comes before it", () => {
  const lines = ["> do it", "", "❯ ", "esc stops it"];
  const readBy = () => {
    const mini = adaptersInForce(context.home, [key]).filter(({ name }) => name === "mini");
    return mini.map(({ readScreen }) => readScreen?.({ lines }).type);
  };
  expect(readBy()).toEqual([]);
  update(pack(1));
  expect(readBy()).toEqual(["read"]);
  expect(adaptersInForce(context.home, []).some(({ name }) => name === "mini")).toBe(false);
  mkdirSync(join(context.home, "agents"));
  writeFileSync(join(context.home, "agents", "mini.toml"), FILE.replace("esc stops it", "other words"));
  expect(readBy()).toEqual(["unrecognised"]);
});

it("[AD63] adapters show has the files of the pack", () => {
  update(pack(7));
  showAdapters([], context);
  expect(out.join("\n")).toMatch(/mini +Mini +1\.0 .*\(pack 7\)/);
});

it("[AD63] a pack that somebody else signed, that was changed, or that fails its own screens is refused, and nothing changes", () => {
  run("--new-key", join(dir, "other.pem"));
  expect(() => update(pack(1, "other.pem"))).toThrow("its signature is not by a key in the setting pack_keys");
  const changed = pack(2);
  writeFileSync(changed, readFileSync(changed, "utf8").replace("esc stops it", "esc stops us"));
  expect(() => update(changed)).toThrow("its signature is not by a key");
  trust();
  expect(() => update(pack(3))).toThrow("its signature is not by a key");
  trust(key);
  writeFileSync(join(dir, "files", "mini", "rests.idle.txt"), "> do it\n\n❯ \nesc stops it\n");
  expect(() => update(pack(4))).toThrow(
    "its files do not read 1 of its own screens: mini rests (idle, read as running)",
  );
  expect(() => update(join(dir, "none.json"))).toThrow("is no file that can be read");
  expect(() => update("--undo")).toThrow("there is nothing to undo");
});

it("[AD63] a damaged pack can be replaced and undone, and adapters show says so", () => {
  update(pack(1));
  writeFileSync(join(dir, "home", "packs", "current.json"), "\xff\x00{");
  showAdapters([], context);
  expect(out.join("\n")).toContain("packs/current.json: this is no pack of agent files, or it is damaged");
  expect(update(pack(2))).toContain("pack 2 is in use");
});

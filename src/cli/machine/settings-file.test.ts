import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ErrorCode } from "../../core/protocol/base/error-codes.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import { backUp } from "./backup.ts";
import { deleteSettingsFile, readSettingsFile, writeSettingsFile } from "./settings-file.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "agtmux-settings-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Writes down the modes of files in the making, as often as it sees one. */
const LOOKER = `
const { appendFileSync, readdirSync, statSync } = require("node:fs");
const [dir, seen] = process.argv.slice(1);
for (;;)
  for (const name of readdirSync(dir).filter((each) => each.startsWith(".agtmux-")))
    try { appendFileSync(seen, (statSync(dir + "/" + name).mode & 0o777).toString(8) + "\\n"); } catch { /* renamed or removed since it was listed */ }
`;

function faultOf(work: () => unknown): { code: ErrorCode; message: string } | null {
  try {
    work();
    return null;
  } catch (error) {
    const { code, message } = asFault(error);
    return { code, message };
  }
}

describe("an agent's settings file", () => {
  it("[IN8] keeps its mode, and nothing is left beside it", () => {
    const path = join(folder(), "settings.json");
    writeFileSync(path, "before");
    chmodSync(path, 0o640);
    writeSettingsFile(readSettingsFile(path), "after");
    expect(readFileSync(path, "utf8")).toBe("after");
    expect(statSync(path).mode & 0o7777).toBe(0o640);
    expect(readdirSync(join(path, ".."))).toEqual(["settings.json"]);
  });

  it("[SC4] a new one of our own is private, and so are the directories that are made for it", () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const home = join(folder(), "home");
    writeSettingsFile(readSettingsFile(join(home, "config.toml")), "ours", { isPrivate: true });
    expect([home, join(home, "config.toml")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it("[IN8, SC4] a private file is never readable by others, not even while it is being written", () => {
    const [dir, seen] = [folder(), join(folder(), "seen")];
    const path = join(dir, "settings.json");
    writeFileSync(path, "{}", { mode: 0o600 });
    const looker = spawn(process.execPath, ["-e", LOOKER, dir, seen], { stdio: "ignore" });
    onTestFinished(() => void looker.kill("SIGKILL"));
    const large = " ".repeat(16 * 1024 * 1024);
    while (!existsSync(seen)) writeSettingsFile(readSettingsFile(path), large);
    const lines = readFileSync(seen, "utf8").split("\n").slice(0, -1);
    expect(new Set(lines)).toEqual(new Set(["600"]));
  });

  it("[IN8] is written where a link leads, be it nowhere yet, and the link stays", () => {
    const top = folder();
    mkdirSync(join(top, "dotfiles"));
    writeFileSync(join(top, "dotfiles", "real.json"), "before");
    symlinkSync("dotfiles/real.json", join(top, "link"));
    symlinkSync("link", join(top, "link-to-link"));
    symlinkSync("dotfiles/none.json", join(top, "dangling"));
    writeSettingsFile(readSettingsFile(join(top, "link-to-link")), "after");
    expect(readFileSync(join(top, "dotfiles", "real.json"), "utf8")).toBe("after");
    expect(readlinkSync(join(top, "link-to-link"))).toBe("link");
    const dangling = readSettingsFile(join(top, "dangling"));
    expect(dangling.text).toBe(null);
    writeSettingsFile(dangling, "new");
    expect(lstatSync(join(top, "dangling")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(top, "dotfiles", "none.json"), "utf8")).toBe("new");
    deleteSettingsFile(readSettingsFile(join(top, "dangling")));
    expect(readSettingsFile(join(top, "dangling")).text).toBe(null);
  });

  it("[IN8] a file that was changed since it was read is not overwritten", () => {
    const path = join(folder(), "settings.json");
    const absent = readSettingsFile(path);
    writeFileSync(path, "theirs");
    expect(faultOf(() => writeSettingsFile(absent, "ours"))?.code).toBe("E_SETTINGS_CHANGED");
    const file = readSettingsFile(path);
    writeFileSync(path, "theirs again");
    expect(faultOf(() => writeSettingsFile(file, "ours"))?.code).toBe("E_SETTINGS_CHANGED");
    expect(faultOf(() => deleteSettingsFile(file))?.code).toBe("E_SETTINGS_CHANGED");
    expect(readFileSync(path, "utf8")).toBe("theirs again");
    expect(readdirSync(join(path, ".."))).toEqual(["settings.json"]);
  });

  it("[IN4] refuses a read-only file, a non-file, a pipe, text that is not UTF-8 and a loop of links, naming the path", () => {
    const top = folder();
    const at = (name: string) => join(top, name);
    writeFileSync(at("locked"), "mine");
    chmodSync(at("locked"), 0o444);
    mkdirSync(at("directory"));
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", at("pipe")]);
    writeFileSync(at("latin1"), Buffer.from([0x7b, 0xe9, 0x7d]));
    symlinkSync("circle", at("circle"));
    const locked = readSettingsFile(at("locked"));
    expect(faultOf(() => writeSettingsFile(locked, "ours"))).toEqual({
      code: "E_SETTINGS_UNUSABLE",
      message: `${at("locked")} cannot be written: it is read-only`,
    });
    expect(readFileSync(at("locked"), "utf8")).toBe("mine");
    for (const name of ["directory", "pipe", "circle"])
      expect(faultOf(() => readSettingsFile(at(name)))).toMatchObject({
        code: "E_SETTINGS_UNUSABLE",
        message: expect.stringContaining(`${at(name)} cannot be read: it is `),
      });
    expect(faultOf(() => readSettingsFile(at("latin1")))).toEqual({
      code: "E_SETTINGS_MALFORMED",
      message: `${at("latin1")} is not UTF-8 text`,
    });
  });

  it("[IN8] tells which directories were made for it", () => {
    const top = folder();
    const path = join(top, "a", "b", "settings.json");
    expect(writeSettingsFile(readSettingsFile(path), "ours")).toEqual([join(top, "a"), join(top, "a", "b")]);
    expect(writeSettingsFile(readSettingsFile(path), "more")).toEqual([]);
  });
});

describe("a backup", () => {
  it("[IN2] is for its owner only, says of which file it is, and is kept once", () => {
    const home = join(folder(), "home");
    const first = backUp(home, "claude", "/home/me/.claude/settings.json", "before", new Date(0));
    expect(first).toBe(join(home, "backups/claude/19700101T000000.000Z-%home%me%.claude%settings.json"));
    expect(readFileSync(first, "utf8")).toBe("before");
    expect(statSync(first).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, "backups")).mode & 0o777).toBe(0o700);
    expect(backUp(home, "claude", "/home/me/.claude/settings.json", "before", new Date(9))).toBe(first);
    expect(backUp(home, "claude", "/home/me/.claude/settings.json", "other", new Date(9))).not.toBe(first);
    const long = backUp(home, "claude", `/${"long/".repeat(80)}settings.json`, "x", new Date(0));
    expect(readFileSync(long, "utf8")).toBe("x");
  });

  it("[IN2] if the backup cannot be written, nothing is changed", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    expect(faultOf(() => backUp(file, "claude", "/s", "before", new Date(0)))).toMatchObject({
      code: "E_HOME_UNUSABLE",
      message: expect.stringContaining("so nothing was changed"),
    });
  });
});

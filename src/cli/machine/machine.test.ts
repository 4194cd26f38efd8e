import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { asFault } from "../../core/protocol/base/fault.ts";
import { LocalMachine } from "./local-machine.ts";
import type { Machine } from "./machine.ts";
import { SshMachine } from "./ssh-machine.ts";

/** Shells that may be /bin/sh on another machine. */
const SHELLS = [["dash"], ["bash", "--posix"], ["zsh", "--emulate", "sh"], ["busybox", "sh"]].filter(([name = ""]) =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name))),
);
const KINDS = ["here", ...SHELLS.map((words) => words.join(" "))];

describe.each(KINDS)("a machine whose settings are changed (%s)", (kind) => {
  it("[IN8, IN10] gives and takes a text to the byte, and keeps mode and links", async () => {
    const { machine, top } = await setUp(kind);
    const text = '{\r\n\t// it\'s "ünï" 👍 $HOME `x` \\n \\\\ \u0001\u0081 !\r\n}\n\n';
    mkdirSync(join(top, "dot files"));
    writeFileSync(join(top, "dot files", "real"), text);
    chmodSync(join(top, "dot files", "real"), 0o640);
    symlinkSync("dot files/real", join(top, "link"));
    symlinkSync("link", join(top, "link to link"));
    const file = await machine.readSettings(join(top, "link to link"));
    expect(file).toMatchObject({ path: join(top, "link to link"), text });
    expect(realpathSync(file.target)).toBe(realpathSync(join(top, "dot files", "real")));
    await machine.writeSettings(file, `${text}'more'`);
    expect(readFileSync(join(top, "dot files", "real"), "utf8")).toBe(`${text}'more'`);
    expect(statSync(join(top, "dot files", "real")).mode & 0o7777).toBe(0o640);
    expect(lstatSync(join(top, "link to link")).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(top, "dot files"))).toEqual(["real"]);
  });

  it("[IN8, IN10] removes with a file the directories that were made for it, and no others", async () => {
    const { machine, top } = await setUp(kind);
    const path = join(top, "a", "b c", "settings.json");
    const absent = await machine.readSettings(path);
    expect(absent.text).toBe(null);
    await machine.writeSettings(absent, "");
    expect((await machine.readSettings(path)).text).toBe("");
    expect(statSync(path).mode & 0o777).toBe(0o644);
    await machine.deleteSettings(await machine.readSettings(path));
    expect(existsSync(join(top, "a"))).toBe(false);
    await machine.writeSettings(await machine.readSettings(path), "ours");
    writeFileSync(join(top, "a", "theirs"), "");
    await machine.deleteSettings(await machine.readSettings(path));
    expect(readdirSync(join(top, "a"))).toEqual(["theirs"]);
  });

  it("[IN8, IN10] leaves a directory that was there before, also an empty one, and one that somebody made anew", async () => {
    const { machine, top } = await setUp(kind);
    const write = async (path: string) => machine.writeSettings(await machine.readSettings(path), "ours");
    const remove = async (path: string) => machine.deleteSettings(await machine.readSettings(path));
    const within = join(top, "theirs", "made", "settings.json");
    mkdirSync(join(top, "theirs"));
    await write(within);
    await remove(within);
    expect(readdirSync(join(top, "theirs"))).toEqual([]);
    const direct = join(top, "theirs", "settings.json");
    await write(direct);
    await remove(direct);
    expect(readdirSync(join(top, "theirs"))).toEqual([]);
    const again = join(top, "again", "settings.json");
    await write(again);
    // both at once, so that the new one is not the same directory by chance
    renameSync(join(top, "again"), join(top, "away"));
    mkdirSync(join(top, "again"));
    await write(again);
    await remove(again);
    expect(readdirSync(join(top, "again"))).toEqual([]);
    expect(statSync(join(top, "home/backups/made-directories")).mode & 0o777).toBe(0o600);
  });

  it("[IN8, IN10] leaves alone a file that was changed since", async () => {
    const { machine, top } = await setUp(kind);
    const path = join(top, "settings.json");
    const absent = await machine.readSettings(path);
    writeFileSync(path, "theirs\n");
    const file = await machine.readSettings(path);
    writeFileSync(path, "theirs");
    const attempts = [
      machine.writeSettings(absent, "ours"),
      machine.writeSettings(file, "ours"),
      machine.deleteSettings(file),
    ];
    for (const attempt of attempts) expect((await faultOf(attempt)).code).toBe("E_SETTINGS_CHANGED");
    expect(readFileSync(path, "utf8")).toBe("theirs");
    expect(readdirSync(top)).toEqual(["settings.json"]);
  });

  it("[IN4, IN10] refuses, by name, a read-only file, a directory, a pipe, invalid UTF-8 and a circle of links", async () => {
    const { machine, top } = await setUp(kind);
    const at = (name: string) => join(top, name);
    writeFileSync(at("locked"), "mine");
    chmodSync(at("locked"), 0o444);
    mkdirSync(at("directory"));
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", at("pipe")]);
    symlinkSync("circle", at("circle"));
    writeFileSync(at("latin1"), Buffer.from([0x7b, 0xe9, 0x7d]));
    const locked = await machine.readSettings(at("locked"));
    expect(await faultOf(machine.writeSettings(locked, "ours"))).toEqual({
      code: "E_SETTINGS_UNUSABLE",
      message: `${at("locked")} cannot be written: it is read-only`,
      details: { path: at("locked") },
    });
    expect(await faultOf(machine.deleteSettings(locked))).toMatchObject({ code: "E_SETTINGS_UNUSABLE" });
    for (const name of ["directory", "pipe", "circle"])
      expect(await faultOf(machine.readSettings(at(name)))).toMatchObject({
        code: "E_SETTINGS_UNUSABLE",
        message: expect.stringContaining(`${at(name)} cannot be read: it is `),
      });
    expect(await faultOf(machine.readSettings(at("latin1")))).toMatchObject({ code: "E_SETTINGS_MALFORMED" });
  });

  it("[IN2, IN10] keeps a backup once, for its owner's eyes only", async () => {
    const { machine, top } = await setUp(kind);
    const keep = (text: string, at: number) => machine.backUp("claude", "/h/.claude/it's", text, new Date(at));
    const first = await keep("before\n", 0);
    expect(first).toBe(join(top, "home/backups/claude/19700101T000000.000Z-%h%.claude%it's"));
    expect(readFileSync(first, "utf8")).toBe("before\n");
    expect([statSync(first).mode & 0o777, statSync(join(top, "home/backups")).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await keep("before\n", 9)).toBe(first);
    const second = await keep("before", 0);
    expect(readFileSync(second, "utf8")).toBe("before");
    expect(readdirSync(join(top, "home/backups/claude"))).toHaveLength(2);
    rmSync(join(top, "home"), { recursive: true });
    writeFileSync(join(top, "home"), "");
    expect(await faultOf(keep("x", 0))).toMatchObject({
      code: "E_HOME_UNUSABLE",
      message: expect.stringContaining("so nothing was changed"),
    });
  });

  it("[IN5, IN10] knows its programs and what is installed of ours", async () => {
    const { machine, top } = await setUp(kind);
    expect([
      await machine.hasProgram("tool"),
      await machine.hasProgram("folder"),
      await machine.hasProgram("cd"),
    ]).toEqual([true, false, false]);
    expect([await machine.versionOf("tool"), await machine.versionOf("none")]).toEqual(["1.2.3-rc.1", null]);
    expect([await machine.isThere(top), await machine.isThere(join(top, "no"))]).toEqual([true, false]);
    const home = join(top, "home");
    expect(await machine.lookAtHome()).toEqual({ home, mode: null, command: "missing" });
    await machine.installCommand();
    await machine.installCommand();
    const mode = { bits: 0o700, isOurs: true };
    expect(await machine.lookAtHome()).toEqual({ home, mode, command: "current" });
    expect(readdirSync(join(home, "bin"))).toEqual(["agtmux"]);
    writeFileSync(join(home, "bin", "agtmux"), "# agtmux for machines\n");
    expect(await machine.lookAtHome()).toEqual({ home, mode, command: "outdated" });
    await machine.installCommand();
    chmodSync(join(home, "bin", "agtmux"), 0o600);
    expect(await machine.lookAtHome()).toEqual({ home, mode, command: "not_executable" });
  });
});

describe("this machine", () => {
  it("[IN5] asks several programs for their versions at once", async () => {
    const bin = mkdtempSync(join(tmpdir(), "agtmux-versions-"));
    onTestFinished(() => rmSync(bin, { recursive: true }));
    const script = (other: string) =>
      `#!/bin/sh\n: > "$0.ran"\nuntil [ -e ${bin}/${other}.ran ]; do sleep 0.02; done\necho 1.2.3\n`;
    for (const [name, other] of [
      ["one", "two"],
      ["two", "one"],
    ] as const)
      writeFileSync(join(bin, name), script(other), { mode: 0o755 });
    const machine = new LocalMachine(bin);
    const versions = await Promise.all(["one", "two"].map((name) => machine.versionOf(join(bin, name))));
    expect(versions).toEqual(["1.2.3", "1.2.3"]);
  });
});

describe("a profile on another machine", () => {
  it("[IN10] a profile that never ends is skipped, without waiting for the processes that it started", async () => {
    const { machine } = await setUp("dash", "export CODEX_HOME=/never; sleep 15\n");
    expect(machine.person.env.CODEX_HOME).toBe("");
    expect(await machine.hasProgram("tool")).toBe(true);
    await machine.close();
  });

  it("[IN10] a profile that sets folders and prints text is used", async () => {
    const { machine } = await setUp("dash", 'echo welcome; sleep 15 & export CODEX_HOME="$HOME/it\'s"\n');
    expect(machine.person.env.CODEX_HOME).toBe(`${machine.person.home}/it's`);
  });
});

async function setUp(kind: string, profile = ""): Promise<{ machine: Machine; top: string }> {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-machine-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [top, bin] = [join(folder, "it's top"), join(folder, "bin")];
  for (const each of [top, bin, join(bin, "folder")]) mkdirSync(each);
  writeFileSync(join(bin, "tool"), '#!/bin/sh\necho "tool $1 1.2.3-rc.1 (x)"\n', { mode: 0o755 });
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  if (kind === "here") return { machine: new LocalMachine(join(top, "home")), top };
  // the shell that a login on that machine would run the command with, and that is its sh
  writeFileSync(join(bin, "ssh"), `#!/bin/sh\nfor command do :; done\nexec ${kind} -c "$command"\n`, { mode: 0o755 });
  writeFileSync(join(bin, "sh"), `#!/bin/sh\nexec ${kind} "$@"\n`, { mode: 0o755 });
  for (const [name, value] of Object.entries({ AGTMUX_HOME: join(top, "home"), HOME: folder, SHELL: "/bin/sh" }))
    vi.stubEnv(name, value);
  writeFileSync(join(folder, ".profile"), profile);
  const machine = await SshMachine.open({ host: "vm1", sshConfig: null }, ["CODEX_HOME"]);
  onTestFinished(() => machine.close());
  return { machine, top };
}

async function faultOf(attempt: Promise<unknown>): Promise<{ code: string; message: string; details: object }> {
  try {
    await attempt;
  } catch (error) {
    const { code, message, details } = asFault(error);
    return { code, message, details };
  }
  throw new Error("it was not refused");
}

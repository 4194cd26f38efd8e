import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { changesShell } from "../../src/core/rules/plain-programs.ts";
import { readCommand } from "../../src/core/rules/read-command.ts";
import { openCommandReader } from "../../src/daemon/rules/second-reader.ts";

const WASM = createRequire(import.meta.url).resolve("sh-syntax/main.wasm");
const SHELLS: readonly (readonly string[])[] = [
  ["bash", "-c"],
  ["zsh", "-fc"],
  ["dash", "-c"],
  ["busybox", "sh", "-c"],
];
const PROGRAMS = ["p", "q", "q2", "r-s"];

const dir = mkdtempSync(join(tmpdir(), "agtmux-shells-"));
const bin = join(dir, "bin");
/** Each program writes a file of its own: those of a pipe run at once, and would write between each other's words. */
const log = join(dir, "log");
mkdirSync(bin);
for (const name of PROGRAMS) {
  writeFileSync(
    join(bin, name),
    `#!/bin/sh\n{ printf '%s\\0' '${name}' "$@"; printf '\\n'; } >>'${log}'/$$\ncat >/dev/null\n`,
  );
  chmodSync(join(bin, name), 0o700);
}
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const words = fc.oneof(
  fc.constantFrom(
    ...PROGRAMS,
    "a",
    "-l",
    "--x=y",
    "'a b'",
    '"c d"',
    "x'y z'w",
    '--f="%h %s"',
    "A=b",
    "2",
    "2>&1",
    ">/dev/null",
    "</dev/null",
    "*",
    "~",
    "$A",
    "\\",
    "#",
    "{a,b}",
    "=p",
    "!",
    "a:b",
    "%1",
    "@x",
    "''",
    "(",
    "^x",
    "if",
    "time",
    "[[",
    "-",
  ),
  fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom(..."abp 12'\"=:;|&<>\n\t*?[]{}()~$`\\!#%@^,.+-/é\r") }),
);
const joints = fc.constantFrom(" ", " ", " ", "", " | ", "|", " && ", ";", "\n", "||", "; ", "\t", " |\n");
const commands = fc
  .tuple(fc.constantFrom(...PROGRAMS), fc.array(fc.tuple(joints, words), { maxLength: 6 }))
  .map(([program, rest]) => program + rest.flat().join(""));

/** The programs that a shell really runs, each with its words. */
function ran(shell: readonly string[], command: string): string[][] {
  rmSync(log, { recursive: true, force: true });
  mkdirSync(log);
  const [program = "", ...options] = shell;
  spawnSync(program, [...options, command], {
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: dir },
    cwd: dir,
    input: "",
    timeout: 5_000,
  });
  return readdirSync(log).flatMap((name) =>
    readFileSync(join(log, name), "utf8")
      .split("\0\n")
      .slice(0, -1)
      .map((line) => line.split("\0")),
  );
}

describe("what rules read", () => {
  it("[RL3] is what bash, zsh, dash and busybox run, word by word", async () => {
    const installed = SHELLS.filter(([program = ""]) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0);
    expect(installed.length).toBeGreaterThan(0);
    const read = openCommandReader(WASM);
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (command) => {
        const result = await read(command);
        if (!result.ok) return;
        const argvs = result.parts.map(({ argv }) => argv);
        // others would be programs of this machine
        if (argvs.some(([program = ""]) => !PROGRAMS.includes(program))) return;
        // they all succeed, so that nothing after `||` runs
        if (command.includes("||")) return;
        compared += 1;
        for (const shell of installed)
          expect([shell[0], sorted(ran(shell, command))]).toEqual([shell[0], sorted(argvs)]);
      }),
      // each takes several processes
      { numRuns: Math.max(500, Number(process.env.FUZZ_CASES ?? 0) / 100) },
    );
    expect(compared).toBeGreaterThan(10);
  });

  it("[RL4] no word of a shell's own makes a program after it another one, also where it calculates", () => {
    const another = join(dir, "1");
    mkdirSync(another);
    writeFileSync(join(another, "q"), "#!/bin/sh\necho another\n");
    chmodSync(join(another, "q"), 0o700);
    const operands = ["PATH=1", "'a[PATH=1]'", "%d PATH=1", "-f %d PATH=1", "-v 'a[PATH=1]'"];
    for (const option of ["-t", "-v", "-x", "-n", "-p", "-u"]) operands.push(`${option} PATH=1`);
    const found: string[] = [];
    for (const [shell, option, listing] of [
      ["bash", "-c", "compgen -b"],
      ["zsh", "-fc", "enable"],
    ] as const) {
      const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: dir };
      const said = (command: string) =>
        spawnSync(shell, [option, command], { encoding: "utf8", env, cwd: dir, input: "", timeout: 5_000 }).stdout ??
        "";
      for (const word of said(listing).split("\n").filter(Boolean))
        for (const operand of operands) {
          const command = `${word} ${operand}; q`;
          const read = readCommand(command);
          // what changes the shell is allowed only alone
          if (!read.ok || read.parts.some(({ argv }) => changesShell(argv))) continue;
          if (said(command).includes("another")) found.push(`${shell}: ${command}`);
        }
    }
    expect(found).toEqual([]);
  });

  it("[RL4] every word of a shell's own is known to change it, or to leave what follows as it is", () => {
    const harmless = new Set(
      "- : [ break bye caller complete compopt continue echo echotc echoti exit false help kill log logout noglob print printf pwd return test times true ttyctl type whence where which".split(
        " ",
      ),
    );
    const own = [
      spawnSync("bash", ["-c", "compgen -b"], { encoding: "utf8" }),
      spawnSync("zsh", ["-fc", "enable"], { encoding: "utf8" }),
    ].flatMap(({ stdout }) => stdout?.split("\n").filter(Boolean) ?? []);
    expect(own).toContain("readarray");
    // words of zsh's completion do nothing outside of it
    const isKnown = (word: string) => harmless.has(word) || /^comp[a-z]+$/.test(word) || changesShell([word]);
    expect(own.filter((word) => !isKnown(word))).toEqual([]);
  });
});

/** The programs of a pipe run at once. */
function sorted(argvs: readonly string[][]): string[] {
  return argvs.map((argv) => JSON.stringify(argv)).sort();
}

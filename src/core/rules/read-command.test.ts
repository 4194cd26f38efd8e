import { describe, expect, it } from "vitest";
import { patternOf } from "./propose.ts";
import { readCommand, readPattern } from "./read-command.ts";

function argvs(text: string): string[][] {
  const read = readCommand(text);
  return read.ok ? read.parts.map(({ argv }) => argv) : [];
}

describe("readCommand", () => {
  it("[RL3] reads programs with literal words, joined by pipes and lists", () => {
    expect(argvs(`git log --format="%h %s" -3 | head -5 && ls 'a b' || true; pwd\nwc -l x\n`)).toEqual([
      ["git", "log", "--format=%h %s", "-3"],
      ["head", "-5"],
      ["ls", "a b"],
      ["true"],
      ["pwd"],
      ["wc", "-l", "x"],
    ]);
    const read = readCommand("CI=1 A='b c' npm test 2>&1 | tail -3 >/dev/null");
    expect(read).toMatchObject({
      parts: [
        { assigns: ["CI=1", "A=b c"], argv: ["npm", "test"], redirects: ["2>&1"], isFed: false },
        { argv: ["tail", "-3"], redirects: [">/dev/null"], isFed: true },
      ],
      canonical: "CI=1 A='b c' npm test 2>&1 | tail -3 >/dev/null",
    });
  });

  it.each([
    "ls $HOME",
    "ls `id`",
    "ls $(id)",
    'ls "$x"',
    'ls "`id`"',
    "ls <(id)",
    "ls >(id)",
    "ls > x",
    "ls >> x",
    "ls >|x",
    "ls >& x",
    "ls &> x",
    "ls < x",
    "ls << x",
    "cat <<< x",
    "ls 3>&1",
    "ls 2>&3",
    "ls >/dev/nullx",
    "ls >/dev/null/../x",
    "ls x2>&1",
    "ls *",
    "ls ?",
    "ls [a]",
    "ls {a,b}",
    "ls ~",
    "ls ~/x",
    "ls =id",
    "=ls",
    "ls a\\ b",
    "l\\s",
    "ls \\\nx",
    "ls # x",
    "ls #x",
    "(ls)",
    "{ ls; }",
    "! ls",
    "if ls; then id; fi",
    "for x in a; do id; done",
    "while id; do id; done",
    "case x in esac",
    "f() { id; }",
    "function f { id; }",
    "coproc ls",
    "time ls",
    "[[ x ]]",
    "((x))",
    "ls &",
    "ls & id",
    "ls |& id",
    "ls ;; id",
    "ls ;& id",
    "ls ||| id",
    "ls &&& id",
    "ls &&",
    "| ls",
    "ls |",
    ";ls",
    "ls ; ; id",
    "",
    "  ",
    "\n",
    "x=1",
    "x+=1 ls",
    "x[0]=1 ls",
    "'ls'",
    '"ls"',
    "l's'",
    "-ls",
    "+ls",
    "%1",
    ": x",
    "ls ''",
    'ls ""',
    "ls 'a''b'",
    `ls 'a'"b"`,
    "ls $'a'",
    'ls $"a"',
    "ls 'a\\b'",
    "ls 'a!b'",
    'ls "a!b"',
    'ls "a\\b"',
    "ls\rid",
    "ls\vid",
    "ls\fid",
    "ls\u0000id",
    "ls\u00a0id",
    "ls\u2028id",
    "ls\u0085id",
    "ls 'a\nb'",
    "ls 'a\tb'",
    "ls ü",
    "ls ^x",
    "ls 'a",
    'ls "a',
    "noglob ls",
    "nocorrect ls",
    "repeat 3 ls",
    "foreach x",
    "- ls",
    "@x",
    "ls a>b",
    "ls a|&b",
    "ls 'a'>b",
    "2>&1 ls",
    ">/dev/null ls x",
    "ls 2>&1 x",
  ])("[RL3] does not guess what %j means", (text) => {
    expect(readCommand(text).ok).toBe(false);
  });

  it("[RL3] does not read what is endless", () => {
    expect(readCommand(`ls ${"x".repeat(5_000)}`).ok).toBe(false);
  });

  it("[RL5] in a pattern whole words can be open, and quoted ones are not", () => {
    expect(readPattern("ls -l * '*' **")).toMatchObject({
      parts: [{ argv: ["ls", "-l", "*", "*", "**"], open: [2, 4] }],
    });
    for (const text of ["ls a*", "ls *.c", "* x", "ls ***", "ls -*"]) expect(readPattern(text).ok).toBe(false);
  });

  it("[RL14] a part written as a pattern is read back as itself", () => {
    for (const text of [`A=1 B='x y' npm run "it's" 2>&1`, "ls '*' '**' 'a=b' a=b", "g++ -o ./x"]) {
      const [part] = partsOf(readCommand(text));
      expect(partsOf(readPattern(patternOf(part as never)))).toEqual([part]);
    }
  });
});

function partsOf(read: ReturnType<typeof readCommand>) {
  return read.ok ? read.parts : [];
}

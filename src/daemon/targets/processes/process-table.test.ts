import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseProcessTable, parseStopped } from "./process-table.ts";

const NOW = 1_800_000_000_000;
/** The fields of /proc/<pid>/stat after the command: state, ppid, …, threads (20th), start in ticks (22nd). */
const stat = (pid: number, command: string, ppid: number, ticks: number, state = "S") =>
  `S ${pid} (${command}) ${state} ${ppid} ${pid} ${pid} 34816 ${pid} 4194304 1 2 3 4 5 6 7 8 20 0 1 0 ${ticks} 1000 200 ${"0 ".repeat(28)}0`;

describe("parseProcessTable", () => {
  it("[TG9] reads /proc: parents, argv, and starts by the machine's uptime", () => {
    const text = [
      "uptime 1000.50",
      stat(7, "bash", 1, 50_000),
      "A 7 -bash",
      stat(8, "node", 7, 100_000),
      "A 8 node\x1f/usr/bin/agent --x\x1f\x1flast\x1f",
      stat(9, "a) b (c", 8, 100_010),
      "",
    ].join("\n");
    expect(parseProcessTable(text, NOW)).toEqual([
      { pid: 7, ppid: 1, start: "50000", startedAt: NOW - 500_500, command: "bash", argv: ["-bash"] },
      {
        pid: 8,
        ppid: 7,
        start: "100000",
        startedAt: NOW - 500,
        command: "node",
        argv: ["node", "/usr/bin/agent --x", "", "last"],
      },
      { pid: 9, ppid: 8, start: "100010", startedAt: NOW - 400, command: "a) b (c", argv: ["a) b (c"] },
    ]);
  });

  it("[TG9] a title written over argv leaves no empty arguments", () => {
    const [facts] = parseProcessTable(["uptime 9", stat(7, "title", 1, 1), "A 7 title\x1f\x1f\x1f"].join("\n"), NOW);
    expect(facts?.argv).toEqual(["title"]);
  });

  it("[BI19] a zombie does not count as a process", () => {
    expect(parseProcessTable(["uptime 9", stat(7, "gone", 1, 1, "Z")].join("\n"), NOW)).toEqual([]);
  });

  it("[EN40] one that a signal has stopped is told as that, one that a debugger holds is not", () => {
    const states = ["T", "t", "S"].map((state, index) => stat(7 + index, "x", 1, 1, state));
    const stopped = (text: string[]) => parseProcessTable(text.join("\n"), NOW).map((each) => each.stopped ?? false);
    expect(stopped(["uptime 9", ...states])).toEqual([true, false, false]);
    const ps = ["T+", "t", "Ss", "Z+"].map((state, index) => `P ${7 + index} 1 ${state} Sat Nov 15 12:00:00 2025 x`);
    // the last one is a zombie
    expect(stopped(ps)).toEqual([true, false, false]);
    expect([...parseStopped("  7 T\n 8 t\n9 S+\n10 Ts\nbroken T\n")]).toEqual([7, 10]);
  });

  it("[TG9] reads ps where there is no /proc; ages hold in any time zone and with any clock", () => {
    const text = [
      "P     1     0 Ss   Sat Nov  1 08:00:00 2025     /sbin/launchd",
      "P   501     1 S+   Sat Nov 15 12:00:00 2025     node /opt/homebrew/bin/tool --flag",
      "P   502   501 R+   Sat Nov 15 12:30:00 2025     ps -A -ww -o pid=,ppid=,stat=,lstart=,command=",
    ].join("\n");
    const [, tool, ps] = parseProcessTable(text, NOW);
    expect(tool).toEqual({
      pid: 501,
      ppid: 1,
      start: "Sat Nov 15 12:00:00 2025",
      startedAt: NOW - 1_800_000,
      command: "node",
      argv: ["node", "/opt/homebrew/bin/tool", "--flag"],
    });
    expect(ps?.startedAt).toBe(NOW);
    expect(parseProcessTable(text, NOW)[0]).toMatchObject({ start: "Sat Nov 1 08:00:00 2025", command: "launchd" });
  });

  it("[TG30] commands and arguments are cut at their limits", () => {
    const text = ["uptime 10", stat(7, "c".repeat(9_000), 1, 1), `A 7 ${"a".repeat(9_000)}`].join("\n");
    const [process] = parseProcessTable(text, NOW);
    expect([process?.command.length, process?.argv.join("").length]).toEqual([256, 4_096]);
  });

  it("[TG9] broken lines are left out, never thrown", () => {
    const broken = [
      "uptime 5",
      "S",
      "S 7 (x",
      "S x (y) S 1",
      "S 7 (y) S 1",
      "A",
      "A x y",
      "A 7 ",
      "P 1 2 not a date x",
    ];
    expect(parseProcessTable(broken.join("\n"), NOW)).toEqual([]);
    expect(parseProcessTable(stat(7, "no uptime", 1, 1), NOW)).toEqual([]);
    const piece = fc.constantFrom(
      "uptime ",
      "S ",
      "A ",
      "P ",
      "(",
      ")",
      " ",
      "\n",
      "\x1f",
      "7",
      "Sat Nov 15 12:00:00 2025",
    );
    const text = fc.array(fc.oneof(piece, fc.string())).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, (any) => {
        for (const facts of parseProcessTable(any, NOW)) expect(Number.isFinite(facts.startedAt)).toBe(true);
      }),
    );
  });
});

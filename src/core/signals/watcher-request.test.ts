import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ackLines, fileLine, followLine, processGroups, processLine, rejectLine } from "./watcher-request.ts";

describe("requests to a watcher", () => {
  it("[TG12] acknowledges entries in lines that are written whole, and no name that could leave its directory", () => {
    const names = Array.from({ length: 200 }, (_, number) => `12345.67890.${number}`);
    const lines = ackLines(["../x", ...names, ".hidden", "a b", "", "a/b", "*"]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(500);
    expect(lines.flatMap((line) => line.split(" ").slice(1))).toEqual(names);
    expect(lines.every((line) => line.startsWith("ack "))).toBe(true);
  });

  it("[SR4] rejects with a reason of one line", () => {
    expect(rejectLine("1.2.3", 'agent is "é\n\x1b"')).toBe('reject 1.2.3 agent is " "');
    expect(rejectLine("../x", "no")).toBeNull();
    expect(rejectLine("x", "y".repeat(2_000))).toHaveLength(500);
  });

  it("[TG14] watches any path that fits into a line", () => {
    expect(fileLine("file+", "/a b/é%_")).toBe("file+ /a b/é%_");
    for (const path of ["", "a", "/a\nb", "/a\x1f", `/${"é".repeat(500)}`]) expect(fileLine("file-", path)).toBeNull();
  });

  it("[SR27] asks for what a file has beyond a position, or near its end", () => {
    expect(followLine(7, "/a b/é%_", { file: "66305.12", offset: 99 })).toBe("line+ 7 66305.12 99 /a b/é%_");
    expect(followLine(8, "/a", null)).toBe("line+ 8 - 0 /a");
    // an identity that no watcher can have sent counts as another file
    expect(followLine(9, "/a", { file: "x y", offset: 5 })).toBe("line+ 9 0.0 5 /a");
    expect(fileLine("line-", "/a b")).toBe("line- /a b");
    const reached = { file: "1.2", offset: 3 };
    for (const path of ["", "a", "/a\nb", `/${"é".repeat(495)}`]) expect(followLine(1, path, reached)).toBeNull();
  });

  it("[TG9] asks for processes in groups that fit into a line", () => {
    const roots = Array.from({ length: 250 }, (_, number) => 4_000_000 + number);
    const groups = processGroups([...roots, 4_000_000, -1, 1.5, Number.NaN]);
    expect(groups.flat()).toEqual(roots);
    for (const group of groups) expect(processLine("stopped", 123, group).length).toBeLessThanOrEqual(1_000);
  });

  it("[TG12] no request has a line break, whatever it is given", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), fc.string(), (names, reason, path) => {
        const lines = [...ackLines(names), rejectLine("x", reason), fileLine("file+", path)];
        lines.push(followLine(1, path, { file: reason, offset: 1 }));
        expect(lines.some((line) => line !== null && /[\r\n]/.test(line))).toBe(false);
      }),
    );
  });
});

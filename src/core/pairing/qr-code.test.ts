import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { qrCode } from "./qr-code.ts";
import { checkWords } from "./reed-solomon.ts";

const rowsOf = (text: string) =>
  qrCode(new TextEncoder().encode(text))?.map((row) => row.map((dark) => (dark ? "#" : ".")).join("")) ?? [];
const hashOf = (rows: readonly string[]) => createHash("sha256").update(rows.join("\n")).digest("hex");

describe("checkWords", () => {
  it("[CL31] are those of the standard's own example", () => {
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    expect(checkWords(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  });
});

/** The hashes are of codes that another encoder made (qrcode 1.5.4, byte mode, level M). */
describe("qrCode", () => {
  it("[CL31] draws what another encoder draws", () => {
    expect(rowsOf("agtmux")).toEqual([
      "#######...#...#######",
      "#.....#...###.#.....#",
      "#.###.#.####..#.###.#",
      "#.###.#.#...#.#.###.#",
      "#.###.#.##.##.#.###.#",
      "#.....#.##..#.#.....#",
      "#######.#.#.#.#######",
      "........##.##........",
      "#.#####.....#.#####..",
      "#.#.##.#..#.#..#.##.#",
      "#####.##..##.#..##.#.",
      "###.##.###.....#####.",
      ".#....###.##.#..##...",
      "........########.##.#",
      "#######..#..#.##..##.",
      "#.....#.########.##.#",
      "#.###.#.###.#..##..#.",
      "#.###.#.##..#...##...",
      "#.###.#.##.#.#...##..",
      "#.....#..#.......##..",
      "#######.#.##.#...#.#.",
    ]);
  });

  it.each([
    [
      "https://agents.example.com/#pair=ABCD-EFGH-2345",
      33,
      "bd175e9e614ca5a6445fd50a5a438f60414dfab809e8e05e2559c7a32d6be6ea",
    ],
    ["x".repeat(100), 41, "79076e2d3a0990aedc4dc4a532e4f530c86574936f0e6cf6514e896957b96bf9"],
    ["ü".repeat(100), 57, "4f79a1595934bd8165366028f0a25830141add04ecff148f02e03b3ab7a35f6c"],
  ])("[CL31] with blocks, small squares and the version: %s", (text, size, hash) => {
    const rows = rowsOf(text);
    expect([rows.length, hashOf(rows)]).toEqual([size, hash]);
  });

  it("[CL31] takes up to 213 bytes, in the smallest size that does", () => {
    expect([0, 14, 15, 26, 27, 213, 214].map((length) => rowsOf("x".repeat(length)).length)).toEqual([
      21, 21, 25, 25, 29, 57, 0,
    ]);
  });
});

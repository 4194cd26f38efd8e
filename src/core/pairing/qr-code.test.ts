import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { qrCode } from "./qr-code.ts";

const rowsOf = (text: string) =>
  qrCode(new TextEncoder().encode(text))?.map((row) => row.map((dark) => (dark ? "#" : ".")).join("")) ?? [];
const hashOf = (rows: readonly string[]) => createHash("sha256").update(rows.join("\n")).digest("hex");

/** The hashes are of codes that another encoder made (qrcode 1.5.4, byte mode, level M). It picks another mask for some texts. */
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
    [
      "https://agents.example.com/".padEnd(100, "path/"),
      41,
      "cb0f99425c306f47843689d4c89a92eeb9f13164c17073ad7cc18865855966fb",
    ],
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

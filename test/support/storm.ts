import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Storm {
  /** `lines` scrolls; `screen` writes at random positions on the alternate screen. */
  kind: "lines" | "screen";
  seed: number;
  kilobytes: number;
  /** Milliseconds between two writes; 0 writes as fast as the pane takes it. */
  pauseMs?: number;
  /** Percentage of style changes that reset all attributes; between resets, viewers must remember them. */
  resets?: number;
}

/** Prints pseudo-random output, the same for the same seed; sets its title to `done` at the end and keeps running. */
const PROGRAM = `
const [kind, seed, kilobytes, pauseMs, resets] = process.argv.slice(2).map((each, index) => (index === 0 ? each : Number(each)));
let state = seed;
const random = (below) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 2 ** 32) * below); };
const [cols, rows] = [process.stdout.columns, process.stdout.rows];
// [word, cells]
const SIZED = [["plain", 5], ["漢字", 4], ["かな", 4], ["한글", 4], ["é", 1], ["ä", 1], ["—", 1], ["x", 1], ["1234567890", 10], ["e\\u0301", 1], ["🎈", 2], ["word word", 9]];
const WORDS = SIZED.map(([word]) => word);
const pick = (list) => list[random(list.length)];
const looks = () => {
  if (random(100) < resets) return "\\x1b[0m";
  return pick([
    () => "\\x1b[" + (30 + random(8)) + "m", () => "\\x1b[" + (40 + random(8)) + "m", () => "\\x1b[38;5;" + random(256) + "m",
    () => "\\x1b[48;2;" + random(256) + ";" + random(256) + ";" + random(256) + "m", () => "\\x1b[9" + random(8) + "m",
    () => "\\x1b[1m", () => "\\x1b[22m", () => "\\x1b[3m", () => "\\x1b[23m", () => "\\x1b[4m", () => "\\x1b[24m", () => "\\x1b[7m", () => "\\x1b[27m", () => "\\x1b[39;49m",
  ])();
};
const shapes = () => "\\x1b(0" + pick(["lqqk", "x", "mqqj"]) + "\\x1b(B";
const lines = () => pick([() => looks() + pick(WORDS), () => pick(WORDS) + " ", () => "\\r\\n", () => "\\t" + pick(WORDS), shapes, () => "\\x1b]2;title " + random(9) + "\\x07"])();
// what xterm.js and tmux agree on: no half of a wide character is overwritten, nothing moved from outside the scroll region
const SLOT = 12;
let [top, bottom] = [1, rows];
const row = () => top + random(bottom - top + 1);
const place = (spared = 0) => "\\x1b[" + row() + ";" + (1 + SLOT * random(Math.floor(cols / SLOT) - spared)) + "H";
const slot = () => { const [word, cells] = pick(SIZED); return word + " ".repeat(SLOT - cells); };
const region = () => { top = 1 + random(5); bottom = rows - random(5); return "\\x1b[" + top + ";" + bottom + "r"; };
const screen = () => pick([
  () => place() + looks() + slot(), () => place() + slot(), () => looks(), () => place() + shapes() + " ".repeat(8),
  () => "\\x1b[39;49m" + place() + "\\x1b[K", () => "\\x1b[39;49m" + place() + "\\x1b[" + random(3) + pick(["L", "M"]) + place(),
  () => "\\x1b[39;49m" + place(2) + "\\x1b[" + SLOT + pick(["P", "@", "X"]),
  () => random(20) ? "" : region() + place(), () => random(40) ? "" : "\\x1b[39;49m\\x1b[" + pick(["S", "T"]),
])();
const one = kind === "lines" ? lines : screen;
if (kind === "screen") process.stdout.write("\\x1b[?1049h\\x1b[?1h\\x1b[?1002h\\x1b[?1006h");
let left = kilobytes * 1024;
const step = () => {
  let text = "";
  const size = 1 + random(8000);
  while (text.length < size) text += one();
  const bytes = Buffer.from(text);
  left -= bytes.length;
  // cut anywhere, characters and sequences too
  const cut = random(bytes.length);
  process.stdout.write(bytes.subarray(0, cut));
  process.stdout.write(bytes.subarray(cut), () => {
    if (left > 0) setTimeout(step, pauseMs);
    else process.stdout.write("\\x1b]2;done\\x07");
  });
};
setTimeout(step, 200);
setInterval(() => {}, 1000);
`;

export function stormCommand(
  box: { readonly dir: string },
  { kind, seed, kilobytes, pauseMs = 0, resets = 20 }: Storm,
): string {
  const path = join(box.dir, "storm.cjs");
  // another process may be reading it
  if (!existsSync(path)) writeFileSync(path, PROGRAM);
  return `exec ${process.execPath} ${path} ${kind} ${seed} ${kilobytes} ${pauseMs} ${resets}`;
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Sandbox, until } from "../support/sandbox.ts";
import { shownPane, untilSame, untilTitle } from "../support/shown-pane.ts";
import { view } from "../support/terminal-viewer.ts";

const ROUNDS = 20;

/** Switches between the screens repeatedly, in every possible way, and prints on both. */
const PROGRAM = `
const seed = Number(process.argv[2]);
let state = seed;
const random = (n) => (state = (state * 1103515245 + 12345) & 0x7fffffff) % n;
const pick = (list) => list[random(list.length)];
const word = () => pick(["one", "two", "漢字", "\\x1b[31mred\\x1b[0m", "\\x1b[7minverse\\x1b[0m", "long ".repeat(9)]);
const place = () => "\\x1b[" + (1 + random(38)) + ";" + (1 + random(60)) + "H";
const lines = () => Array.from({ length: random(12) }, () => word() + " " + random(1000) + "\\r\\n").join("");
const drawing = () => "\\x1b[2J" + Array.from({ length: 5 + random(20) }, () => place() + word()).join("") + (random(3) ? "" : "\\x1b[0m" + place());
const ways = [["\\x1b[?1049h", "\\x1b[?1049l"], ["\\x1b[?1047h", "\\x1b[?1047l"], ["\\x1b[?47h", "\\x1b[?47l"]];
let round = 0;
process.stdin.on("data", () => {
  const [enter, leave] = pick(ways);
  const parts = [
    lines(), random(4) ? "" : place() + "\\x1b[0m", enter, drawing(), random(3) ? "" : "\\x1b[3;30r" + place() + lines() + "\\x1b[r",
    leave, random(4) ? "" : leave, random(3) ? "" : lines(), "\\x1b]2;done " + (round += 1) + "\\x07",
  ];
  const go = () => {
    const part = parts.shift();
    if (part !== undefined) process.stdout.write(part, () => (random(2) ? go() : setTimeout(go, random(12))));
  };
  setTimeout(go, random(30));
});
`;

function command(box: Sandbox, seed: number): string {
  const path = join(box.dir, "alternate.cjs");
  writeFileSync(path, PROGRAM);
  return `stty -echo; exec ${process.execPath} ${path} ${seed}`;
}

it.each([1, 4])(
  "[TS1, TS5] whenever it comes while a program goes to the other screen and back (%i), a viewer shows the same as tmux in the end",
  async (seed) => {
    const { box, pane } = await shownPane((made) => command(made, seed));
    const first = await view(box, pane);
    for (let round = 1; round <= ROUNDS; round += 1) {
      box.tmux("send-keys", "-t", pane, "Enter");
      const viewer = await view(box, pane);
      await untilTitle(box, pane, `done ${round}`);
      for (const each of [first, viewer]) await untilSame(box, pane, each);
      viewer.socket.terminate();
    }
  },
  120_000,
);

it("[TS5] a program that leaves the alternate screen twice has its cursor where tmux has it", async () => {
  const steps = ["x\\r\\ny\\033[?1049h", "\\033[9;9Hother\\033[?1049lback\\r\\nlow", "\\033[?1049lz"];
  const { box, pane } = await shownPane(
    () => `stty -echo; ${steps.map((step) => `read x; printf '${step}'`).join("; ")}; read x`,
  );
  for (const _ of steps.slice(1)) box.tmux("send-keys", "-t", pane, "Enter");
  await until(() => box.screen(pane).includes("low"));
  const viewer = await view(box, pane);
  box.tmux("send-keys", "-t", pane, "Enter");
  await until(() => box.screen(pane).includes("z"));
  await untilSame(box, pane, viewer);
  expect(box.screen(pane)).toBe("x\nyzack\nlow");
});

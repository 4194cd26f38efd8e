import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../support/browser.ts";
import { DESKTOP } from "../../support/page.ts";
import { goToPane, typeInto } from "../../support/pane-view.ts";
import { Sandbox, until } from "../../support/sandbox.ts";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { BareAttach } from "./bare-attach.ts";
import { WHEN_PAINTED } from "./painted.ts";
import { spread } from "./spread.ts";

const ROUNDS = 300;
const WARM_UP = 30;
/** None of them stands in what tmux prints besides. */
const LETTERS = "jkovwxyz";
/** No person types faster; odd, so that keys meet frames anywhere. */
const PAUSE_MS = 37;
const REACH = 2;
const REACH_P95_MS = 50;
/** Echoes by itself, as the box of an agent does; each letter in the same place, so that no line ever ends. */
const ECHO = `stty raw -echo; printf ready; exec ${process.execPath} -e 'process.stdin.on("data", (data) => process.stdout.write("\\x1b[2;2H" + data))'`;

/** All from the press on. */
interface Typed {
  /** The key has left the page. */
  sent: number;
  /** The echo has come back to it. */
  heard: number;
  /** Until the page's terminal holds it. */
  arrived: number;
  /** Until the frame with it is done. */
  painted: number;
}

/** A key pressed in the browser's terminal until its echo is there and painted, against the same in a bare tmux attach. */
export async function benchKeys(): Promise<BenchResult[]> {
  const box = new Sandbox({ NODE_EXTRA_CA_CERTS: undefined });
  const closing: (() => Promise<void>)[] = [() => box.dispose()];
  try {
    const bareSession = box.session("bare", ECHO);
    const pane = box.session("page", ECHO);
    box.tmux("set-option", "-g", "status", "off");
    await until(() => [bareSession, pane].every((each) => box.screen(each).includes("ready")));
    const { dashboard } = await box.startDaemon();
    await until(async () => (await box.panes()).items.length === 2);
    const bare = new BareAttach(box, "bare");
    closing.unshift(() => bare.close());
    await bare.open();
    const { context, close } = await launchBrowser(DESKTOP);
    closing.unshift(close);
    const page = await context.newPage();
    await page.addInitScript(WHEN_PAINTED + WATCH_WIRE);
    await page.goto(dashboard ?? "");
    await page.locator(".shell[data-link=live]").waitFor();
    await goToPane(page, pane);
    await typeInto(page);
    await page.evaluate(WATCH_TERMINAL);
    return await take(bare, page);
  } finally {
    for (const close of closing) await close();
  }
}

/** The three take turns, so that what disturbs one disturbs all. */
async function take(bare: BareAttach, page: Page): Promise<BenchResult[]> {
  const floors: number[] = [];
  const alone: Typed[] = [];
  const typed: Typed[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const letter = LETTERS.at(round % LETTERS.length) as string;
    const floor = await bare.press(letter);
    await sleep(PAUSE_MS);
    const subject = await press(page, letter);
    await sleep(PAUSE_MS);
    const own = await page.evaluate<Typed>(`echoAlone(${JSON.stringify(letter.toUpperCase())})`);
    await sleep(PAUSE_MS);
    if (round < 0) continue;
    floors.push(floor);
    typed.push(subject);
    alone.push(own);
  }
  const painter = await page.evaluate<string>(
    `document.querySelector(".pane-terminal canvas") === null ? "elements" : "WebGL"`,
  );
  const arrived = typed.map((each) => each.arrived);
  const painted = typed.map((each) => each.painted);
  const [floor, ratioArrived, ratioPainted] = [
    percentile(floors, 0.5),
    percentile(arrived, 0.5) / percentile(floors, 0.5),
    percentile(painted, 0.5) / percentile(floors, 0.5),
  ];
  const p95 = percentile(painted, 0.95);
  return [
    {
      name: "key → echo in the browser's terminal",
      floor: "bare tmux attach",
      ratio: ratioArrived,
      reach: `≤ ${REACH}`,
      ok: ratioArrived <= REACH,
      detail: `${spread(arrived)}; floor ${spread(floors)}; p50: sent ${p50Of(typed, "sent")}, heard ${p50Of(typed, "heard")} ms`,
    },
    {
      name: "key → echo painted",
      floor: "bare tmux attach",
      ratio: ratioPainted,
      reach: `≤ ${REACH}, p95 ≤ ${REACH_P95_MS} ms`,
      ok: ratioPainted <= REACH && p95 <= REACH_P95_MS,
      detail: `${spread(painted)} (${painter}); a terminal of the page that echoes by itself paints after p50 ${p50Of(alone, "painted")} ms, tmux attach (${floor.toFixed(1)} ms) paints nothing`,
    },
  ];
}

function p50Of(typed: readonly Typed[], step: keyof Typed): string {
  const times = typed.map((each) => each[step]);
  return percentile(times, 0.5).toFixed(1);
}

async function press(page: Page, letter: string): Promise<Typed> {
  await page.evaluate(`expectEcho(${JSON.stringify(letter)})`);
  await page.keyboard.press(letter);
  return page.evaluate<Typed>("globalThis.echoed");
}

/** When the first frame went out and the first came in, of all sockets: only the terminal's has frames. */
const WATCH_WIRE = `
globalThis.wire = { sent: 0, heard: 0 };
const { send } = WebSocket.prototype;
const watched = new WeakSet();
WebSocket.prototype.send = function (data) {
  if (!watched.has(this)) {
    watched.add(this);
    this.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") wire.heard ||= performance.now();
    });
  }
  if (typeof data !== "string") wire.sent ||= performance.now();
  return send.call(this, data);
};
`;

/** The letter stands in the second row's second column. */
const WATCH_TERMINAL = `(() => {
  const host = document.querySelector(".pane-terminal");
  const { terminal } = host;
  const shown = () => {
    const { active } = terminal.buffer;
    return active.getLine(active.baseY + 1)?.getCell(1)?.getChars();
  };
  const watch = (letter, began) => {
    let arrived = null;
    const parsed = terminal.onWriteParsed(() => {
      if (shown() === letter) arrived ??= performance.now();
    });
    globalThis.echoed = new Promise((resolve) => {
      const rendered = terminal.onRender(async () => {
        if (arrived === null) return;
        parsed.dispose();
        rendered.dispose();
        const painted = await whenPainted(host);
        const [sent, heard] = [wire.sent - began(), wire.heard - began()];
        resolve({ sent, heard, arrived: arrived - began(), painted: painted - began() });
      });
    });
  };
  globalThis.expectEcho = (letter) => {
    let pressed = 0;
    wire.sent = wire.heard = 0;
    addEventListener("keydown", ({ timeStamp }) => { pressed = timeStamp; }, { capture: true, once: true });
    watch(letter, () => pressed);
  };
  globalThis.echoAlone = (letter) => {
    const began = performance.now();
    watch(letter, () => began);
    terminal.write("\\x1b[2;2H" + letter);
    return globalThis.echoed;
  };
})()`;

import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../support/launch-browser.ts";
import { DESKTOP } from "../../support/page.ts";
import { goToPane, typeInto } from "../../support/pane-view.ts";
import { Sandbox, until } from "../../support/sandbox.ts";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { BareAttach } from "./bare-attach.ts";
import { BareBridge } from "./bare-bridge.ts";
import { WHEN_PAINTED } from "./painted.ts";
import { spread } from "./spread.ts";

const ROUNDS = 300;
const WARM_UP = 30;
/** None of these occur in tmux's other output. */
const LETTERS = "jkovwxyz";
/** Faster than any person types; odd, so that keys fall anywhere between frames. */
const PAUSE_MS = 37;
const REACH = 2;
const REACH_P95_MS = 50;
const BARE = "bare tmux attach, which paints nothing";
const BRIDGED = "bare attach and ws, same browser";
const ALONE = "the page's terminal echoing by itself: no key, no server";
/** No page can reach this: even without key and server it needs many times as long to paint. */
const NO_REACH = { reach: "–", ok: true };
/** Echoes its own input, as an agent's input box does; always in the same place, so that no line ends. */
const ECHO = `stty raw -echo; printf ready; exec ${process.execPath} -e 'process.stdin.on("data", (data) => process.stdout.write("\\x1b[2;2H" + data))'`;

/** Milliseconds since the key press. */
interface Typed {
  /** The key was sent by the page. */
  sent: number;
  /** The page received the echo. */
  heard: number;
  /** The page's terminal holds the echo. */
  arrived: number;
  /** The frame with the echo is done. */
  painted: number;
}

/** These take turns, so that disturbances affect all of them. */
interface Turns {
  bare: BareAttach;
  barePage: Page;
  page: Page;
}

/**
 * Time from a key press in the browser's terminal until its echo has arrived and is painted, against a bare tmux attach
 * without and with a browser.
 */
export async function benchKeys(): Promise<BenchResult[]> {
  const box = new Sandbox({ NODE_EXTRA_CA_CERTS: undefined });
  const closing: (() => Promise<void>)[] = [() => box.dispose()];
  try {
    const [bareSession, bridged, pane] = ["bare", "bridged", "page"].map((name) => box.session(name, ECHO));
    box.tmux("set-option", "-g", "status", "off");
    await until(() => [bareSession, bridged, pane].every((each) => box.screen(each ?? "").includes("ready")));
    const { dashboard } = await box.startDaemon();
    await until(async () => (await box.panes()).items.length === 3);
    const bare = new BareAttach(box, "bare");
    closing.unshift(() => bare.close());
    await bare.open();
    const bridge = new BareBridge(box, "bridged");
    closing.unshift(() => bridge.close());
    const { context, close } = await launchBrowser(DESKTOP);
    closing.unshift(close);
    await context.addInitScript(WHEN_PAINTED + WATCH_WIRE);
    const page = await context.newPage();
    await page.goto(dashboard ?? "");
    await page.locator(".shell[data-link=live]").waitFor();
    await goToPane(page, pane ?? "");
    await typeInto(page);
    await page.evaluate(WATCH_TERMINAL);
    const fontSize = await page.evaluate<number>(`document.querySelector(".pane-terminal").terminal.options.fontSize`);
    const barePage = await context.newPage();
    await barePage.goto(await bridge.url);
    await barePage.addStyleTag({ path: resolve("node_modules/@xterm/xterm/css/xterm.css") });
    await barePage.addScriptTag({ path: resolve(".build/bench/bare-page.js") });
    await barePage.evaluate(`openBareTerminal(${fontSize})`);
    await barePage.evaluate(WATCH_TERMINAL);
    return await take({ bare, barePage, page });
  } finally {
    for (const close of closing) await close();
  }
}

async function take({ bare, barePage, page }: Turns): Promise<BenchResult[]> {
  const floors: number[] = [];
  const [screened, typed, alone]: [Typed[], Typed[], Typed[]] = [[], [], []];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const letter = LETTERS.at(round % LETTERS.length) as string;
    const floor = await bare.press(letter);
    await sleep(PAUSE_MS);
    const bridged = await press(barePage, letter);
    await sleep(PAUSE_MS);
    const subject = await press(page, letter);
    await sleep(PAUSE_MS);
    const own = await page.evaluate<Typed>(`echoAlone(${JSON.stringify(letter.toUpperCase())})`);
    await sleep(PAUSE_MS);
    if (round < 0) continue;
    floors.push(floor);
    screened.push(bridged);
    typed.push(subject);
    alone.push(own);
  }
  const painter = await page.evaluate<string>(
    `document.querySelector(".pane-terminal canvas") === null ? "elements" : "WebGL"`,
  );
  const echo = "key → echo in the browser's terminal";
  const painted = "key → echo painted";
  return [
    { ...against(echo, BARE, times(typed, "arrived"), floors, steps(typed)), ...NO_REACH },
    against(echo, BRIDGED, times(typed, "arrived"), times(screened, "arrived"), steps(screened)),
    { ...against(painted, BARE, times(typed, "painted"), floors, painter), ...NO_REACH },
    against(painted, BRIDGED, times(typed, "painted"), times(screened, "painted"), painter),
    against(painted, ALONE, times(typed, "painted"), times(alone, "painted"), painter),
  ];
}

/** Compares the p50s; the painted time has an absolute goal, too. */
function against(
  name: string,
  floor: string,
  measured: readonly number[],
  floors: readonly number[],
  detail: string,
): BenchResult {
  const ratio = percentile(measured, 0.5) / percentile(floors, 0.5);
  const isPainted = name.endsWith("painted");
  return {
    name,
    floor,
    ratio,
    reach: isPainted ? `≤ ${REACH}, p95 ≤ ${REACH_P95_MS} ms` : `≤ ${REACH}`,
    ok: ratio <= REACH && (!isPainted || percentile(measured, 0.95) <= REACH_P95_MS),
    detail: `${spread(measured)}; floor ${spread(floors)}; ${detail}`,
  };
}

function steps(typed: readonly Typed[]): string {
  const [sent, heard] = (["sent", "heard"] as const).map((step) => percentile(times(typed, step), 0.5).toFixed(1));
  return `p50: sent ${sent}, heard ${heard} ms`;
}

function times(typed: readonly Typed[], step: keyof Typed): number[] {
  return typed.map((each) => each[step]);
}

async function press(page: Page, letter: string): Promise<Typed> {
  // a background page is not painted
  await page.bringToFront();
  await page.evaluate(`expectEcho(${JSON.stringify(letter)})`);
  await page.keyboard.press(letter);
  return page.evaluate<Typed>("globalThis.echoed");
}

/** Records when the first frame was sent and received on any socket: only the terminal's has frames. */
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

/** Watches the second column of the second row for the letter. */
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

import { follow } from "../../client-node/follow.ts";
import { KnownPanes } from "../../client-node/known-panes.ts";
import type { StreamMessage } from "../../core/protocol/lists/stream.ts";
import type { Context } from "../common/context.ts";
import { paint } from "../render/words.ts";
import { Screen } from "./screen.ts";
import { openTerminalInput } from "./terminal-input.ts";
import type { View } from "./view.ts";

const AGE_MS = 1_000;

/** Shows a table that follows the stream until the person quits. Ages advance by our own clock; nothing is polled. */
export async function watchTable(view: View, context: Context, intervalMs: number): Promise<void> {
  const panes = new KnownPanes();
  const done = new AbortController();
  const draw = context.isTerminal ? onScreen(view, panes, context, done) : inTurn(view, panes, context);
  let drawnAt = Number.NEGATIVE_INFINITY;
  let pending: NodeJS.Timeout | null = null;
  let lostAt: Date | null = null;
  const drawNow = () => {
    pending = null;
    drawnAt = performance.now();
    draw.draw(lostAt);
  };
  const drawSoon = () => {
    pending ??= setTimeout(drawNow, Math.max(0, drawnAt + intervalMs - performance.now()));
  };
  const ages = context.isTerminal ? setInterval(drawSoon, AGE_MS) : null;
  process.stdout.on("resize", draw.forget);
  try {
    await follow(
      context,
      {
        path: () => "/v1/stream",
        onMessage(text) {
          panes.apply(JSON.parse(text) as StreamMessage);
          drawSoon();
        },
        onLink(link) {
          lostAt = link === "lost" ? new Date() : null;
          drawSoon();
        },
      },
      done.signal,
    );
  } finally {
    if (ages !== null) clearInterval(ages);
    if (pending !== null) clearTimeout(pending);
    process.stdout.removeListener("resize", draw.forget);
    draw.close();
  }
}

/** Prints the table once. */
export async function printTable(view: View, context: Context): Promise<void> {
  const panes = new KnownPanes();
  const done = new AbortController();
  const onMessage = (text: string) => {
    panes.apply(JSON.parse(text) as StreamMessage);
    done.abort();
  };
  await follow(context, { path: () => "/v1/stream", onMessage }, done.signal);
  context.out(view.table(panes, context));
}

interface Drawing {
  draw(lostAt: Date | null): void;
  forget(): void;
  close(): void;
}

function onScreen(view: View, panes: KnownPanes, context: Context, done: AbortController): Drawing {
  const screen = new Screen();
  let lost: Date | null = null;
  const draw = () => {
    if (panes.cursor === "") return;
    const { columns = context.columns ?? 80, rows = 24 } = process.stdout;
    const lines = view.table(panes, { ...context, columns }).split("\n");
    const link =
      lost === null
        ? paint("live", "32", context.colour)
        : paint(`${awayWords(lost)}: this is how it was`, "33", context.colour);
    screen.draw(lines, `${link} · ${view.title} · q quit`, { columns, rows });
  };
  const quit = () => done.abort();
  const input = openTerminalInput({
    onBytes(bytes) {
      for (const key of bytes.toString("latin1")) {
        if (key === "q" || key === "Q" || key === "\x03") quit();
        if (key === "\x1a") input.stop();
      }
    },
    quit,
    suspend: screen.close,
    resume() {
      screen.open();
      draw();
    },
  });
  screen.open();
  return {
    draw(lostAt) {
      lost = lostAt;
      draw();
    },
    forget() {
      screen.forget();
      draw();
    },
    close() {
      input.release();
      screen.close();
    },
  };
}

/** For pipes: prints a new table after each change. */
function inTurn(view: View, panes: KnownPanes, context: Context): Drawing {
  let last: string | null = null;
  let wasLost = false;
  return {
    draw(lostAt) {
      if ((lostAt !== null) !== wasLost)
        context.note(lostAt === null ? "agtmux: the daemon is back" : `agtmux: ${awayWords(lostAt)}`);
      wasLost = lostAt !== null;
      if (wasLost || panes.cursor === last) return;
      context.out(`${last === null ? "" : "\n"}${view.table(panes, context)}`);
      last = panes.cursor;
    },
    forget() {},
    close() {},
  };
}

function awayWords(since: Date): string {
  return `the daemon does not answer since ${since.toTimeString().slice(0, 8)}; trying again`;
}

import { type SignalFeed, sessionSignal } from "../publish/signal-feed.ts";
import type { SignalRow } from "../store/store.ts";

const AT_ONCE = 200;
const HEARTBEAT_MS = 15_000;

/**
 * Server-sent events, read from the log as fast as the client takes them: a slow client blocks nobody and misses
 * nothing. `left` is aborted when the client disconnects or loses its access.
 */
export function signalStream(
  feed: SignalFeed,
  { rows, position: begun }: { rows: readonly SignalRow[]; position: number },
  isWanted: (row: SignalRow) => boolean,
  left: AbortController,
): ReadableStream<Uint8Array> {
  let position = begun;
  const events = (some: readonly SignalRow[]) =>
    some
      .filter(isWanted)
      .map((row) => eventText(feed.cursorAt(row.n), row))
      .join("");
  // an id without data, so that a client that got no event yet still knows its cursor
  const here = () => `id: ${feed.cursorAt(position)}\n\n`;
  let first: string | null = events(rows) + here();

  async function next(): Promise<string | null> {
    if (first !== null) {
      const text = first;
      first = null;
      return text;
    }
    for (;;) {
      // stop even if there is more to send
      if (left.signal.aborted) return null;
      const more = feed.read(position, AT_ONCE);
      // the client fell behind retention: its reconnect gets the error
      if (more === null) return null;
      position = more.at(-1)?.n ?? position;
      const text = events(more);
      if (text !== "") return text;
      if (more.length > 0) {
        // a filter may skip a long log: yield to the event loop
        await new Promise<void>((resolve) => setImmediate(resolve));
        continue;
      }
      const woken = await feed.news(HEARTBEAT_MS, left.signal);
      if (woken === "over") return null;
      if (woken === "quiet") return `: heartbeat\n${here()}`;
    }
  }

  const encoder = new TextEncoder();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const text = await next();
    if (text === null) controller.close();
    else controller.enqueue(encoder.encode(text));
  };
  return new ReadableStream({ pull, cancel: () => left.abort() }, { highWaterMark: 0 });
}

function eventText(id: string, row: SignalRow): string {
  return `event: session-signal\nid: ${id}\ndata: ${JSON.stringify(sessionSignal(row))}\n\n`;
}

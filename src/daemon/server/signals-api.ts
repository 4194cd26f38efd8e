import type { Context, Hono } from "hono";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { SignalReport } from "../../core/protocol/lists/signals.ts";
import { TIMELINE_PAGE } from "../../core/protocol/routes/list-words.ts";
import { SIGNAL_ROUTES } from "../../core/protocol/routes/signal-routes.ts";
import { type SignalFeed, sessionSignal } from "../publish/signal-feed.ts";
import type { SignalRow } from "../store/store.ts";
import type { Principal } from "./gate.ts";
import { readLimit } from "./read-limit.ts";
import { principalIn } from "./request-context.ts";
import { type Call, serve, serveResponse } from "./route.ts";
import { signalStream } from "./signal-stream.ts";

/** Squad signals as the API uses them. */
export interface SignalsBackend {
  feed: SignalFeed;
  now(): number;
  /** Throws if there is no such target. */
  requireTarget(target: string): void;
  /** Clears the current signals of a tmux session; returns the cleared ones, newest first. */
  clear(target: string, session: string): readonly SignalRow[];
  /** Calls `listener` when this client loses its access; returns how to unsubscribe. */
  onVoid(principal: Principal, listener: () => void): () => void;
}

export function mountSignals(api: Hono, signals: SignalsBackend): void {
  serveResponse(api, SIGNAL_ROUTES.follow, ({ context }) => {
    const { req } = context;
    const cursor = req.header("last-event-id") ?? req.query("since") ?? "";
    const begun = signals.feed.begin(cursor === "" ? null : cursor);
    const body = signalStream(signals.feed, begun, filterOf(context), abortOnRevocation(context, signals));
    return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
  });
  serve(api, SIGNAL_ROUTES.read, (call) => {
    const { target, session } = sessionOf(call, signals);
    return report(signals.feed.current(target, session), target, session, signals.feed);
  });
  serve(api, SIGNAL_ROUTES.clear, (call) => {
    const { target, session } = sessionOf(call, signals);
    return report(signals.clear(target, session)[0] ?? null, target, session, signals.feed);
  });
  serve(api, SIGNAL_ROUTES.timeline, (call) => {
    const { target, session } = sessionOf(call, signals);
    const rows = signals.feed.timeline(target, session, readLimit(call.context.req.query("limit"), TIMELINE_PAGE));
    const items = rows.map((row) => placed(row, signals.feed));
    return { schema_version: 1 as const, generated_at: signals.now(), target, session, items };
  });
}

/** Aborts when the client loses its access. */
function abortOnRevocation(context: Context, signals: SignalsBackend): AbortController {
  const left = new AbortController();
  const forget = signals.onVoid(principalIn(context), () => left.abort());
  left.signal.addEventListener("abort", forget, { once: true });
  return left;
}

function filterOf({ req }: Context): (row: SignalRow) => boolean {
  const [sessions, targets, ids] = [req.queries("session"), req.queries("target"), req.queries("session_id")];
  const fits = (words: readonly string[] | undefined, word: string | null) =>
    words === undefined || (word !== null && words.includes(word));
  return (row) => fits(sessions, row.session_name) && fits(targets, row.target) && fits(ids, row.session_id);
}

function sessionOf(
  { param }: Pick<Call<typeof SIGNAL_ROUTES.read>, "param">,
  signals: SignalsBackend,
): { target: string; session: string } {
  const target = param("target");
  signals.requireTarget(target);
  return { target, session: param("name") };
}

function report(row: SignalRow | null, target: string, session: string, feed: SignalFeed): SignalReport {
  if (row !== null) return { schema_version: 1, ...placed(row, feed) };
  const words = `no squad signal stands in session ${session} of ${target}`;
  throw new Fault("E_SIGNAL_NOT_FOUND", words, { target, session });
}

function placed(row: SignalRow, feed: SignalFeed) {
  return { ...sessionSignal(row), cursor: feed.cursorAt(row.n), at: row.at };
}

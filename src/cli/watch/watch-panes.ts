import { follow } from "../../client-node/follow.ts";
import { KnownPanes } from "../../client-node/known-panes.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { HintMessage, StreamMessage } from "../../core/protocol/lists/stream.ts";
import type { Context } from "../common/context.ts";
import { insideServer, showPane } from "../common/show-pane.ts";
import type { View } from "../live/view.ts";
import { emptyWords } from "../render/list-words.ts";
import { targetErrorLines } from "../render/target-errors.ts";
import { markSeen, snooze, takeBackSeen } from "./attention-calls.ts";
import { Display } from "./display.ts";
import { openKeyboard } from "./keyboard.ts";
import { type Effect, type Event, newModel } from "./model.ts";
import { perform } from "./perform.ts";
import { PreviewHolder } from "./preview-holder.ts";
import { QuestionsFeed } from "./questions-feed.ts";
import { reduce } from "./reduce.ts";
import type { Row } from "./rows.ts";

type Handlers = { [Type in Effect["type"]]: (effect: Extract<Effect, { type: Type }>) => void };

/** The live list of panes in a terminal, until the person quits. Nothing is polled. */
export async function watchPanes(view: View, context: Context, intervalMs: number): Promise<void> {
  const { client } = context;
  const done = new AbortController();
  const panes = new KnownPanes();
  const dispatch = (event: Event) => {
    const { model, effects } = reduce(display.model, event);
    display.show(model, event.type);
    for (const effect of effects) (handlers[effect.type] as (effect: Effect) => void)(effect);
  };
  const display = new Display(newModel(Display.size(), context.colour), intervalMs, dispatch);
  const questions = new QuestionsFeed(client, (items) => dispatch({ type: "questions", items }));
  const preview = new PreviewHolder(context, (key, opened, words) =>
    dispatch({ type: "screen", key, lines: opened.lines(display.model.size.columns), words }),
  );
  const keyboard = openKeyboard({
    onKey: (key, isAlone) => dispatch({ type: "key", key, isAlone, at: performance.now() }),
    quit: () => done.abort(),
    suspend: () => display.close(),
    resume: () => display.open(),
  });

  const tell = async (row: Row, say: () => Promise<string | null>) => {
    const words = await say().catch((error: unknown) => asFault(error).message);
    if (words !== null) dispatch({ type: "note", key: row.key, words, at: performance.now() });
  };
  const send: Handlers["answer"] & Handlers["send"] & Handlers["interrupt"] = async (effect) => {
    const progress = await perform(effect, client, () => performance.now());
    dispatch({ type: "progress", key: effect.row.key, progress });
    questions.refresh();
  };
  const attach = async ({ ref, runtime_id }: Row["item"]) => {
    const inside = insideServer();
    const guards = runtime_id === null ? {} : { if_runtime: runtime_id };
    const report = await client.attach({ ref, guards, ...(inside !== null && { inside_server_pid: inside }) });
    // the terminal is theirs until they detach
    keyboard.release();
    display.close();
    try {
      showPane(report);
    } finally {
      keyboard.take();
      display.open();
    }
    return null;
  };
  const handlers: Handlers = {
    answer: send,
    send,
    interrupt: send,
    seen: ({ row }) => void tell(row, () => markSeen(client, row.item)),
    unseen: ({ row }) => void tell(row, () => takeBackSeen(client, row.item)),
    snooze: ({ row, forMs }) => void tell(row, () => snooze(client, row.item, forMs)),
    attach: ({ row }) => void tell(row, () => attach(row.item)),
    preview: ({ row }) => preview.show(row),
    suspend: () => keyboard.stop(),
    redraw: () => display.redraw(),
    quit: () => done.abort(),
  };

  const onMessage = (text: string) => {
    const message = JSON.parse(text) as StreamMessage | HintMessage;
    if (message.type === "asked") questions.refreshSoon();
    if (message.type !== "snapshot" && message.type !== "delta") return;
    panes.apply(message);
    const list = view.panes(panes);
    questions.review(list.items);
    dispatch({
      ...{ type: "panes", panes: list.items },
      ...{ empty: emptyWords(list, "panes"), warnings: targetErrorLines(list) },
    });
  };
  const onLink = (link: "lost" | "back") => {
    dispatch({ type: "link", lostSince: link === "lost" ? new Date().toTimeString().slice(0, 8) : null });
    if (link === "lost") return;
    questions.refreshSoon();
    preview.openAgain();
  };
  display.open();
  try {
    await follow(context, { path: () => "/v1/stream?asides=1", onMessage, onLink }, done.signal);
  } finally {
    preview.show(null);
    questions.close();
    keyboard.release();
    display.close();
  }
}

import { ConversationFeed } from "../../client/conversation-feed.ts";
import { follow } from "../../client-node/follow.ts";
import { turnsOf } from "../../core/conversation/turns-of.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { Piece } from "../../core/protocol/conversation/conversation.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { StreamMessage } from "../../core/protocol/lists/stream.ts";
import { oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { conversationBlocks } from "../render/conversation.ts";
import { LOG } from "../tables/log.ts";

const TURNS = 3;
const MOST_TURNS = 200;
/** An agent may write a line shortly after what it reports. */
const LATE_MS = 1_500;

/** Prints an agent's conversation, and goes on with it. */
export async function logCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(LOG, args);
  const turns = turnsIn(values.turns);
  const ref = oneRef("log", positionals);
  const pane = await paneOf(ref, context);
  if (pane === null && values.follow) throw new Fault("E_USAGE", "--follow wants an agent that is alive");
  const feed = new ConversationFeed(context.client.conversation, pane?.ref ?? ref, turns);
  const printed = new Set<string>();
  const look = { isFull: values.full === true, colour: context.colour };

  const print = (fresh: readonly Piece[]) => {
    if (values.json) {
      if (fresh.length > 0 || printed.size === 0) context.out(JSON.stringify({ ...feed.last, pieces: fresh }));
      printed.add("");
      return;
    }
    const before = new Set(printed);
    for (const { key, text, late, of } of conversationBlocks(turnsOf(feed.pieces), look)) {
      if (!printed.has(key)) context.out(late !== undefined && before.has(of ?? "") ? late : text);
      printed.add(key);
    }
  };

  const first = await feed.look(() => true);
  // who names a place in it does not want its end
  const isFromPlace = pane === null && ref.includes("@");
  if (feed.hasEarlier && !values.json && !isFromPlace)
    context.note("agtmux: earlier turns are left out; --turns shows more");
  print(first);
  if (feed.last?.has_later && !values.json) context.note("agtmux: later turns are left out; --turns shows more");
  if (!values.json && first.length === 0) context.note("agtmux: nothing was said yet");
  if (values.follow && pane !== null) await goOn(pane.identity, () => feed.look(() => true).then(print), context);
}

/** Null for a conversation that a search has found, and for an agent that has ended. */
async function paneOf(ref: string, context: Context): Promise<PaneItem | null> {
  if (ref.startsWith("conversation:")) return null;
  try {
    return (await context.client.explain(ref)).pane;
  } catch (error) {
    if (ref.startsWith("runtime:") && asFault(error).code === "E_REF_NOT_FOUND") return null;
    throw error;
  }
}

/** Looks again whenever the pane has changed, and once more a moment later; ends with the pane. */
async function goOn(
  { target, pane_id }: { target: string; pane_id: string },
  look: () => Promise<void>,
  context: Context,
): Promise<void> {
  const done = new AbortController();
  let queue = Promise.resolve();
  let later: NodeJS.Timeout | null = null;
  let failed: unknown = null;
  const lookSoon = () => {
    queue = queue.then(look).catch((error: unknown) => {
      failed = error;
      done.abort();
    });
  };
  const isIt = (identity: { target: string; pane_id: string }) =>
    identity.target === target && identity.pane_id === pane_id;
  await follow(
    context,
    {
      path: () => "/v1/stream",
      onMessage(text) {
        const message = JSON.parse(text) as StreamMessage;
        const items = message.type === "snapshot" ? message.items : message.changed;
        if (message.type === "delta" && message.removed.some(isIt)) done.abort();
        if (!items.some(({ identity }) => isIt(identity))) return;
        lookSoon();
        if (later !== null) clearTimeout(later);
        later = setTimeout(lookSoon, LATE_MS);
      },
    },
    done.signal,
  );
  if (later !== null) clearTimeout(later);
  await queue;
  if (failed !== null) throw failed;
}

function turnsIn(text: string | undefined): number {
  const turns = text === undefined ? TURNS : Number(text);
  if (Number.isInteger(turns) && turns >= 1 && turns <= MOST_TURNS) return turns;
  throw new Fault("E_USAGE", `--turns wants a number from 1 to ${MOST_TURNS}, not "${text}"`);
}

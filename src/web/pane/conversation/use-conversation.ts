import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ConversationFeed } from "../../../client/conversation-feed.ts";
import { type Turn, turnsOf } from "../../../core/conversation/turns-of.ts";
import { asFault, type Fault } from "../../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { useLive } from "../../live/use-live.ts";

/** An agent may write a line shortly after what it reports. */
const LATE_MS = 1_500;
const FIRST_TURNS = 10;
const MOST_TURNS = 200;

export interface ConversationState {
  /** Null until it was read. */
  turns: Turn[] | null;
  hasEarlier: boolean;
  /** Only of a conversation that was opened in its middle. */
  hasLater: boolean;
  fault: Fault | null;
}

export interface ShownConversation extends ConversationState {
  /** Reads what a sub-agent said, too. */
  openRun(run: string): void;
  /** Shows more turns: earlier ones, or later ones if it was opened in its middle. */
  showMore(): void;
  lookAgain(): void;
}

const UNREAD: ConversationState = { turns: null, hasEarlier: false, hasLater: false, fault: null };

/** A conversation. That of a pane's agent is read on whenever the pane changes, and once more a moment later. */
export function useConversation(ref: string, pane: PaneItem | null): ShownConversation {
  const { client } = useLive();
  const runtime_id = pane?.runtime_id ?? null;
  const [count, setCount] = useState(FIRST_TURNS);
  const [state, setState] = useState(UNREAD);
  const openRuns = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another agent in the pane has another conversation
  const feed = useMemo(() => new ConversationFeed(client.conversation, ref, count), [client, ref, runtime_id, count]);
  const queue = useRef(Promise.resolve());
  const current = useRef(feed);
  current.current = feed;
  const look = useCallback(() => {
    queue.current = queue.current.then(async () => {
      if (current.current !== feed) return;
      const read = await feed
        .look((run) => openRuns.current.has(run))
        .then(
          () => ({
            turns: turnsOf(feed.pieces),
            hasEarlier: feed.hasEarlier && count < MOST_TURNS,
            hasLater: feed.last?.has_later === true && count < MOST_TURNS,
            fault: null,
          }),
          (error: unknown) => ({ fault: asFault(error) }),
        );
      if (current.current === feed) setState((before) => ({ ...before, ...read }));
    });
  }, [feed, count]);
  useEffect(() => {
    look();
    if (pane === null) return;
    const timer = setTimeout(look, LATE_MS);
    return () => clearTimeout(timer);
  }, [look, pane]);
  const openRun = useCallback(
    (run: string) => {
      openRuns.current.add(run);
      look();
    },
    [look],
  );
  return {
    ...state,
    openRun,
    showMore: () => setCount((before) => Math.min(MOST_TURNS, before * 4)),
    lookAgain: look,
  };
}

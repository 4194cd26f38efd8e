import { useLayoutEffect, useRef } from "react";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { panePath } from "../../common/route.ts";
import { Waiting } from "../../common/waiting.tsx";
import { Refusal } from "../actions/refusal.tsx";
import { ConversationTurn } from "./conversation-turn.tsx";
import { useConversation } from "./use-conversation.ts";
import "./conversation.css";

interface Props {
  pane: PaneItem;
  /** The agent keeps no conversation that can be read. */
  onNone(): void;
}

/** Nearer to the end than this, the view follows what is said. */
const AT_END_PX = 80;

/** The agent's conversation, the newest turn at the bottom. */
export default function Conversation({ pane, onNone }: Props) {
  const { turns, hasEarlier, fault, openRun, showMore, lookAgain } = useConversation(pane.ref, pane);
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const isNone = fault?.code === "E_NO_CONVERSATION" && turns === null;
  // before it is drawn: the terminal takes its place
  useLayoutEffect(() => {
    if (isNone) onNone();
  }, [isNone, onNone]);
  const wasLinked = useRef(false);
  useLayoutEffect(() => {
    const view = box.current;
    if (view === null || turns === null) return;
    const target = wasLinked.current ? null : document.getElementById(location.hash.slice(1));
    wasLinked.current = true;
    if (target !== null) target.scrollIntoView();
    else if (isAtEnd.current) view.scrollTop = view.scrollHeight;
  }, [turns]);
  const follow = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
  };
  return (
    <section
      className="talk"
      ref={box}
      aria-label="Conversation"
      aria-busy={turns === null && fault === null}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      onScroll={(event) => follow(event.currentTarget)}
    >
      {turns === null && fault === null && <Waiting />}
      {hasEarlier && (
        <button type="button" className="button small talk-earlier" onClick={showMore}>
          Show earlier turns
        </button>
      )}
      {turns?.length === 0 && <p className="talk-note">Nothing was said yet.</p>}
      {turns?.map((turn) => (
        <ConversationTurn key={turn.id} turn={turn} path={panePath(pane.identity)} onOpenRun={openRun} />
      ))}
      {fault !== null && <Refusal what="Read the conversation" fault={fault} onLookAgain={lookAgain} />}
    </section>
  );
}

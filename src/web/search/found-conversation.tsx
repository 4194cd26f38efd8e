import { PageHead } from "../common/page-head.tsx";
import { useQuery } from "../common/router.ts";
import { Waiting } from "../common/waiting.tsx";
import { Refusal } from "../pane/actions/refusal.tsx";
import { ConversationTurn } from "../pane/conversation/conversation-turn.tsx";
import { useConversation } from "../pane/conversation/use-conversation.ts";
import { foundPath } from "./search-words.ts";
import "../pane/conversation/conversation.css";

/** A conversation, from the turn on that was found. */
export function FoundConversation({ conversation }: { conversation: string }) {
  const [query, change] = useQuery();
  const { turns, hasEarlier, hasLater, fault, openRun, showMore, lookAgain } = useConversation(conversation, null);
  const path = foundPath(conversation, query.get("q") ?? "");
  const [id] = conversation.split("@");
  const isFromPlace = conversation.includes("@");
  return (
    <>
      <PageHead title="Search">A conversation that was found</PageHead>
      <div className="found-head">
        <button type="button" className="button small" onClick={() => change({ conversation: null })}>
          Back to what was found
        </button>
        {isFromPlace && (
          <button type="button" className="button small" onClick={() => change({ conversation: id ?? null })}>
            Go to its end
          </button>
        )}
      </div>
      <section className="talk found-talk" aria-label="Conversation" aria-busy={turns === null && fault === null}>
        {turns === null && fault === null && <Waiting />}
        {hasEarlier && !isFromPlace && (
          <button type="button" className="button small talk-earlier" onClick={showMore}>
            Show earlier turns
          </button>
        )}
        {turns?.map((turn) => (
          <ConversationTurn key={turn.id} turn={turn} path={path} onOpenRun={openRun} />
        ))}
        {hasLater && (
          <button type="button" className="button small talk-earlier" onClick={showMore}>
            Show later turns
          </button>
        )}
        {fault !== null && <Refusal what="Read the conversation" fault={fault} onLookAgain={lookAgain} />}
      </section>
    </>
  );
}

import { memo } from "react";
import type { Turn } from "../../../core/conversation/turns-of.ts";
import { visibleText } from "../../../core/text/visible-text.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { ConversationItems } from "./conversation-items.tsx";

interface TurnProps {
  turn: Turn;
  /** The address of the conversation, which the turn is added to. */
  path: string;
  onOpenRun(run: string): void;
}

/** A prompt and what followed; its time is a link to it. */
export const ConversationTurn = memo(function ConversationTurn({
  turn: { id, prompt, items },
  path,
  onOpenRun,
}: TurnProps) {
  return (
    <article className="talk-turn" id={turnId(id)} aria-label={prompt === null ? "Before" : "A turn"}>
      {prompt !== null && (
        <header>
          <p className="talk-prompt">{visibleText(prompt.text)}</p>
          <a className="talk-link" href={`${path}#${turnId(id)}`} title="Link to this turn">
            {prompt.at === null ? "link" : timeOf(prompt.at)}
          </a>
          <CopyButton text={copied(items, prompt.text)} what="turn" />
        </header>
      )}
      <ConversationItems items={items} onOpenRun={onOpenRun} />
    </article>
  );
});

/** Its id in the page and in addresses. */
export function turnId(id: string): string {
  return `turn-${id.replaceAll(/[^\w.-]/g, "_")}`;
}

function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** Prompt and words, without tools. */
function copied(items: Turn["items"], prompt: string): string {
  const words = items.flatMap((item) => (item.kind === "words" ? [item.text] : []));
  return [`> ${prompt.replaceAll("\n", "\n> ")}`, ...words].join("\n\n");
}

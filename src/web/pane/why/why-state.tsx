import { useId, useState } from "react";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { RetryWords } from "../../components/retry-words.tsx";
import { knownBy } from "../../view/ask-words.ts";
import { EvidenceLine } from "./evidence-line.tsx";
import { bySignificance } from "./evidence-words.ts";
import type { Explaining } from "./use-explained.ts";

const SHORT = 2;

/** The reason for the state in one sentence, and its evidence. */
export function WhyState({ pane, explaining }: { pane: PaneItem; explaining: Explaining }) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const { explained, fault, retryAt, lookAgain } = explaining;
  const evidence = bySignificance(explained?.resolution?.evidence ?? []);
  const shown = isOpen ? evidence : evidence.slice(0, SHORT);
  const because = explained?.resolution?.because || pane.because || "Nothing was said yet.";
  return (
    <section className="why-box" aria-labelledby={`${listId}-title`}>
      <h3 id={`${listId}-title`}>Why this state</h3>
      <p>
        {because} <span className="quiet-words">{knownBy(pane, because)}</span>
      </p>
      {shown.length > 0 && (
        <ul className="evidence" id={listId}>
          {shown.map((weighed) => (
            <EvidenceLine key={weighed.event_id} weighed={weighed} />
          ))}
        </ul>
      )}
      {evidence.length > SHORT && (
        <button
          type="button"
          className="quiet"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : `Show all ${evidence.length}`}
        </button>
      )}
      {fault !== null && (
        <p className="quiet-words" role="status">
          The evidence could not be read: {fault.message}. <RetryWords at={retryAt} />
          <button type="button" className="quiet" onClick={lookAgain}>
            Try now
          </button>
        </p>
      )}
    </section>
  );
}

import { useId, useState } from "react";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import { knownBy } from "../../view/ask-words.ts";
import { EvidenceLine } from "./evidence-line.tsx";
import { byTelling } from "./telling.ts";
import type { Explaining } from "./use-explained.ts";

const SHORT = 2;

/** One sentence for a sceptic, and the evidence behind it. */
export function WhyState({ pane, explaining }: { pane: PaneItem; explaining: Explaining }) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const { explained, fault, lookAgain } = explaining;
  const evidence = byTelling(explained?.resolution?.evidence ?? []);
  const shown = isOpen ? evidence : evidence.slice(0, SHORT);
  return (
    <section className="why-box" aria-labelledby={`${listId}-title`}>
      <h3 id={`${listId}-title`}>Why this state</h3>
      <p>
        {explained?.resolution?.because || pane.because || "Nothing was said yet."}{" "}
        <span className="quiet-words">{knownBy(pane)}</span>
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
          The evidence could not be read: {fault.message}{" "}
          <button type="button" className="quiet" onClick={lookAgain}>
            Look again
          </button>
        </p>
      )}
    </section>
  );
}

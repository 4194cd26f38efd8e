import { actorWords } from "../../../core/actions/actor-words.ts";
import type { AuditEntry } from "../../../core/protocol/actions/actions.ts";
import { Age } from "../../components/age.tsx";
import { AuditDetail } from "./audit-detail.tsx";
import { OUTCOMES, outcomeWords, subjectOf } from "./audit-words.ts";

/** One line; its details unfold below. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { action, at, outcome, message } = entry;
  const { who, by } = actorWords(entry.actor);
  return (
    <li>
      <details className="audit-row" data-outcome={outcome}>
        <summary className="audit-line">
          <span className="audit-age">
            <Age since={at} />
          </span>
          <span className="audit-what">
            <strong>{action}</strong> <span className="place">{subjectOf(entry)}</span>
          </span>
          <span className="audit-who">
            {who} via {by}
          </span>
          <span className="audit-outcome">
            <span aria-hidden="true">{OUTCOMES[outcome].symbol}</span> {outcomeWords(entry)}
          </span>
          {outcome !== "done" && message !== "" && <span className="audit-message">{message}</span>}
        </summary>
        <AuditDetail entry={entry} />
      </details>
    </li>
  );
}

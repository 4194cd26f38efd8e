import { useEffect, useState } from "react";
import { asFault, type Fault } from "../../core/protocol/base/fault.ts";
import type { RuleProposal } from "../../core/protocol/rules/rules.ts";
import { useLive } from "../live/use-live.ts";
import { matchedWords, rulePlace, ruleSubject } from "../view/rule-words.ts";

interface PanelProps {
  questionId: string;
  /** The rules are made; what was asked is to be approved. */
  onMade(): void;
  onClose(): void;
}

interface Props extends PanelProps {
  isOpen: boolean;
  onOpen(): void;
}

/** A rule for what is asked, instead of a single approval. */
export function AlwaysHere({ isOpen, onOpen, ...panel }: Props) {
  if (isOpen) return <Panel {...panel} />;
  return (
    <button type="button" className="button" onClick={onOpen}>
      Always allow this here…
    </button>
  );
}

const MOST_SHOWN = 5;

/** Shows the narrowest rules for what is asked, and what they would have matched, before they are made. */
function Panel({ questionId, onMade, onClose }: PanelProps) {
  const { client } = useLive();
  const [proposal, setProposal] = useState<RuleProposal | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  useEffect(() => {
    let isOver = false;
    client.proposeRules(questionId).then(
      (proposed) => !isOver && setProposal(proposed),
      (error: unknown) => !isOver && setFault(asFault(error)),
    );
    return () => {
      isOver = true;
    };
  }, [client, questionId]);
  const make = async () => {
    setIsMaking(true);
    try {
      for (const rule of proposal?.rules ?? []) await client.addRule(rule);
      onMade();
    } catch (error) {
      setFault(asFault(error));
      setIsMaking(false);
    }
  };
  const rules = proposal?.rules ?? [];
  const matched = proposal?.matched ?? [];
  return (
    <section className="always-here" aria-label="Always allow this here">
      {proposal === null && fault === null && <p className="quiet-words">Asking the daemon…</p>}
      {fault !== null && (
        <p className="refused" role="alert">
          {fault.message} <code>{fault.code}</code>
        </p>
      )}
      {proposal?.why != null && <p role="status">No rule can do that: {proposal.why}.</p>}
      {rules.length > 0 && (
        <>
          <p>Without asking again, for 30 days, {rulePlace(rules[0] ?? {})}:</p>
          <ul>
            {rules.map((rule) => (
              <li key={ruleSubject(rule)}>
                <code>{ruleSubject(rule)}</code>
              </li>
            ))}
          </ul>
          <p>{matchedWords(matched.length)}</p>
          <ul>
            {matched.slice(0, MOST_SHOWN).map((item) => (
              <li key={item.decision_id}>
                <code>{ruleSubject(item)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="reply-actions">
        {rules.length > 0 && (
          <button type="button" className="button" disabled={isMaking} onClick={() => void make()}>
            {rules.length === 1 ? "Make this rule and approve" : `Make these ${rules.length} rules and approve`}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </section>
  );
}

import type { WeighedEvidence } from "../../../core/protocol/events/explain.ts";
import { Age } from "../../components/age.tsx";
import { evidenceWords, VERDICT_WORDS } from "./evidence-words.ts";

/** One piece of evidence: source, age, and why it did or did not decide. */
export function EvidenceLine({ weighed }: { weighed: WeighedEvidence }) {
  const { verdict, at, why, message } = weighed;
  return (
    <li data-verdict={verdict}>
      <span className="verdict">{VERDICT_WORDS[verdict]}</span>
      <span className="evidence-words" title={message === "" ? undefined : message}>
        {evidenceWords(weighed)}
        {why !== "" && <span className="quiet-words"> {why}</span>}
      </span>
      <Age since={at} />
    </li>
  );
}

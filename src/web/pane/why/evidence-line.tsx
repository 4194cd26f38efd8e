import type { Weighed } from "../../../core/protocol/explain.ts";
import { Age } from "../../components/age.tsx";
import { evidenceWords, VERDICT_WORDS } from "./telling.ts";

/** One piece of evidence: who said what, how long ago, and why it did or did not decide. */
export function EvidenceLine({ weighed }: { weighed: Weighed }) {
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

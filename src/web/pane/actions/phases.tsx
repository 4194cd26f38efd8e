import type { DeliveryPhase } from "../../../core/protocol/actions.ts";
import { phaseWords } from "../../view/deed-words.ts";

/** How far a text has come, each step with how it is known, and what else is to be said of it. */
export function Phases({ what, report }: { what: string; report: { phases: DeliveryPhase[]; notes: string[] } }) {
  return (
    <>
      {what}:{" "}
      {phaseWords(report.phases).map(({ word, evidence }) => (
        <span key={word} className="phase" title={`known by: ${evidence}`}>
          {word}
        </span>
      ))}
      {report.notes.map((note) => (
        <span key={note}> {note}</span>
      ))}
    </>
  );
}

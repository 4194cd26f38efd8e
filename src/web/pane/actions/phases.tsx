import type { DeliveryPhase } from "../../../core/protocol/actions/actions.ts";
import { phaseWords } from "../../view/action-words.ts";

/** Delivery steps of a text, each with its evidence, and notes. */
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

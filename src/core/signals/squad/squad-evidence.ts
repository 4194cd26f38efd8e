import { firstLine } from "../../adapter/last-message.ts";
import { listAt, textAt, valueAt } from "../../adapter/payload.ts";
import type { Declaration } from "../../protocol/events/event.ts";
import type { SquadSignal, SquadType } from "../../protocol/squad/squad.ts";

/** Maps a squad signal to a declaration. A provisional one counts until `provisionalUntil`. */
export function squadEvidence({ type, provisional, data }: SquadSignal, provisionalUntil: number): Declaration {
  const progress = valueAt(data, "progress");
  const { activity, ...meaning } =
    type in ASKS && textAt(data, "questionType") === "approval" ? APPROVAL : MEANING[type];
  return {
    kind: "declaration",
    ...meaning,
    medium: "appended",
    ...(activity !== undefined && {
      activity: { kind: activity, ...(type === "completing" && typeof progress === "number" && { progress }) },
    }),
    ...(provisional === true && { provisional_until: provisionalUntil }),
  };
}

/** The most informative field of a signal, as one line. */
export function squadMessage({ type, data }: SquadSignal): string {
  switch (type) {
    case "starting":
      return firstLine(textAt(data, "taskTitle") ?? textAt(data, "project"));
    case "working":
      return firstLine(textAt(data, "taskTitle") ?? textAt(data, "approach"));
    case "needs_input":
    case "question":
      return textAt(data, "question") ?? "";
    case "review":
    case "complete":
      return firstLine(textAt(data, "summary") ?? textAt(listAt(data, "summary"), 0) ?? textAt(data, "taskTitle"));
    case "completing":
      return `${textAt(data, "currentStep")}, ${valueAt(data, "progress")} %`;
    case "compacting":
      return firstLine(textAt(data, "reason"));
    case "idle":
      return "";
    default:
      return type satisfies never;
  }
}

type Meaning = Pick<Declaration, "state" | "attention"> & { activity?: NonNullable<Declaration["activity"]>["kind"] };

const ASKS = { needs_input: true, question: true };
const APPROVAL: Meaning = { state: "waiting_approval", attention: "approval" };
const MEANING: Record<SquadType, Meaning> = {
  starting: { state: "running", attention: null, activity: "starting" },
  working: { state: "running", attention: null, activity: "working" },
  completing: { state: "running", attention: null, activity: "completing" },
  compacting: { state: "running", attention: null, activity: "compacting" },
  needs_input: { state: "waiting_input", attention: "input" },
  question: { state: "waiting_input", attention: "input" },
  review: { state: "completed", attention: "review" },
  complete: { state: "completed", attention: "done" },
  idle: { state: "idle", attention: null },
};

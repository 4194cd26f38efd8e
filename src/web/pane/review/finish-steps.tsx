import type { FinishStep } from "../../../core/protocol/actions/finish.ts";
import { visibleText } from "../../../core/text/visible-text.ts";

const NAMES: Readonly<Record<FinishStep["name"], string>> = {
  commit: "Commit",
  squash: "Squash",
  rebase: "Rebase",
  merge: "Merge",
  push: "Push",
  pull_request: "Pull request",
  undo: "Take back",
};
const STATES: Readonly<Record<FinishStep["state"], string>> = { planned: "", done: "✓ ", failed: "failed: " };

/** The steps of finishing, in their order. */
export function FinishSteps({ steps }: { steps: readonly FinishStep[] }) {
  return (
    <ol className="finish-steps" aria-label="Steps">
      {steps.map(({ name, does, state }) => (
        <li key={name} data-state={state}>
          <strong>
            {STATES[state]}
            {NAMES[name]}
          </strong>{" "}
          {visibleText(does)}
        </li>
      ))}
    </ol>
  );
}

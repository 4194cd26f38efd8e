import type { ReactNode } from "react";
import { Refusal } from "./refusal.tsx";
import type { PaneAction } from "./use-action.ts";

interface Props<Report> {
  /** The name of the action's button. */
  what: string;
  /** Shown while the daemon has not answered. */
  doing: string;
  action: PaneAction<Report>;
  onLookAgain(): void;
  /** What a report says. */
  children(report: Report): ReactNode;
}

/** The progress of an action that is done by one press of its button. */
export function ActionOutcome<Report>({ what, doing, action, onLookAgain, children }: Props<Report>) {
  const { state, forget } = action;
  if (state.phase === "ready") return null;
  const lookAgain = () => {
    forget();
    onLookAgain();
  };
  if (state.phase === "refused") return <Refusal what={what} fault={state.fault} onLookAgain={lookAgain} />;
  return (
    <p className="action-status" role="status">
      {state.phase === "doing" ? `${what}: ${doing}` : children(state.report)}
    </p>
  );
}

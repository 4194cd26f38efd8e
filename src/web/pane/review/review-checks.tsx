import { useState } from "react";
import type { CheckItem, CheckReport } from "../../../core/protocol/actions/checks.ts";
import { visibleText } from "../../../core/text/visible-text.ts";
import { useLive } from "../../live/use-live.ts";
import { Refusal } from "../actions/refusal.tsx";
import { useAction } from "../actions/use-action.ts";
import "./review-checks.css";

interface Common {
  paneRef: string;
  /** Reads the changes and their checks afresh. */
  onLookAgain(): void;
}

/** The user's checks of this directory, what each said last, and a button that runs it. */
export function ReviewChecks({ checks, ...common }: Common & { checks: readonly CheckItem[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="review-checks" aria-label="Checks">
      {checks.map((check) => (
        <Check key={check.name} before={check} {...common} />
      ))}
    </ul>
  );
}

function Check({ paneRef: ref, before, onLookAgain }: Common & { before: CheckItem }) {
  const { client } = useLive();
  const { state, run, forget } = useAction<CheckReport>();
  const { name, command } = before;
  const [isOpen, setIsOpen] = useState(false);
  const told = state.phase === "done" ? state.report.checks.find((each) => each.name === name) : undefined;
  const check = told ?? before;
  const isRunning = state.phase === "doing" || check.state === "running";
  const lookAgain = () => {
    forget();
    onLookAgain();
  };
  if (state.phase === "refused")
    return (
      <li>
        <Refusal what={`Run ${name}`} fault={state.fault} onLookAgain={lookAgain} />
      </li>
    );
  return (
    <li data-state={isRunning ? "running" : check.state}>
      <strong title={visibleText(command)}>{name}</strong> <span role="status">{wordsOf(check, isRunning)}</span>
      <button
        type="button"
        className="button small"
        aria-label={`Run ${name}`}
        disabled={isRunning}
        onClick={() => void run(() => client.check({ ref, name, wait: true }))}
      >
        Run
      </button>
      {check.lines.length > 0 && !isRunning && (
        <button
          type="button"
          className="button small"
          aria-expanded={isOpen}
          aria-label={`Output of ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          Output
        </button>
      )}
      {isOpen && !isRunning && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre tabIndex={0}>{visibleLines(check.lines)}</pre>
      )}
    </li>
  );
}

function wordsOf({ state, code, ended_at, is_stale }: CheckItem, isRunning: boolean): string {
  if (isRunning) return "running…";
  const time = new Date(ended_at ?? 0).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const at = ended_at === null ? "" : ` at ${time}${is_stale ? "; files have changed since" : ""}`;
  switch (state) {
    case "never":
    case "running":
      return "not run yet";
    case "passed":
      return `✓ passed${at}`;
    case "failed":
      return `✗ failed with ${code}${at}`;
    case "lost":
      return `it is not known how it ended${at}`;
    default:
      return state satisfies never;
  }
}

function visibleLines(lines: readonly string[]): string {
  return lines.map((line) => visibleText(line)).join("\n");
}

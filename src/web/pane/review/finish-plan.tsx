import { useEffect } from "react";
import type { FinishHow, FinishReport } from "../../../core/protocol/actions/finish.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { visibleText } from "../../../core/text/visible-text.ts";
import { useLive } from "../../live/use-live.ts";
import { Refusal } from "../actions/refusal.tsx";
import { useAction } from "../actions/use-action.ts";
import { FinishSteps } from "./finish-steps.tsx";

interface Props {
  pane: PaneItem;
  how: FinishHow;
  push: boolean;
  /** What the person has made of the message; null if nothing yet. */
  message: string | null;
  onMessage(message: string): void;
  onDone(report: FinishReport): void;
}

const CHANGES: Readonly<Record<string, string>> = { A: "new", D: "removed", M: "changed" };

/** The steps as they would be done now, and the message of the commit. */
export function FinishPlan({ pane: { ref }, how, push, message, onMessage, onDone }: Props) {
  const { client } = useLive();
  const { state, run } = useAction<FinishReport>();
  const finishing = useAction<FinishReport>();
  const look = () => {
    finishing.forget();
    void run(() => client.finish({ ref, how, push }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; another choice is another plan
  useEffect(look, []);
  if (state.phase === "refused") return <Refusal what="Finish" fault={state.fault} onLookAgain={look} />;
  if (state.phase !== "done") return <p className="quiet-words">Looking…</p>;
  if (finishing.state.phase === "refused")
    return <Refusal what="Finish" fault={finishing.state.fault} onLookAgain={look} />;
  const { steps, files, message: proposed, confirm, directory, branch } = state.report;
  if (steps.length === 0)
    return (
      <p className="quiet-words">
        There is nothing to finish on {branch} in {directory}.
      </p>
    );
  const words = message ?? proposed;
  const isDoing = finishing.state.phase === "doing";
  const finish = async () => {
    const asked = { ref, how, push, message: words, confirm: confirm ?? "" };
    const report = await finishing.run(() => client.finish(asked));
    if (report !== null) onDone(report);
  };
  return (
    <>
      <FinishSteps steps={steps} />
      {files.length > 0 && (
        <details className="finish-files">
          <summary>
            {files.length} {files.length === 1 ? "file" : "files"} in {directory}
          </summary>
          <ul>
            {files.map(({ change, name }) => (
              <li key={name}>
                {CHANGES[change] ?? change} {visibleText(name)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <label className="finish-message">
        Message
        <textarea rows={6} value={words} disabled={isDoing} onChange={(event) => onMessage(event.target.value)} />
      </label>
      <div className="dialog-actions">
        <button
          type="button"
          className="button primary"
          disabled={isDoing || words.trim() === ""}
          onClick={() => void finish()}
        >
          {isDoing ? "Finishing…" : `Do ${steps.length === 1 ? "this" : `these ${steps.length} steps`}`}
        </button>
      </div>
    </>
  );
}

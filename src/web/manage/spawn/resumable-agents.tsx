import type { ResumableItem, ResumeReport } from "../../../core/protocol/actions/resume.ts";
import { preferences } from "../../common/preferences.ts";
import { Age } from "../../components/age.tsx";
import { CommandLine } from "../../components/command-line.tsx";
import { useStore } from "../../live/store.ts";
import { useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { FaultLine } from "../parts/fault-line.tsx";
import { LoadNotice } from "../parts/load-notice.tsx";
import type { Asked } from "../parts/use-asked.ts";
import { resumeWords } from "./resume-words.ts";

/** Ended agents whose conversation can be resumed. */
export function ResumableAgents({ asked }: { asked: Asked<{ items: ResumableItem[] }> }) {
  const { client } = useLive();
  const asCommand = useStore(preferences.asCommand);
  const { state, run } = useAction<ResumeReport>();
  const items = asked.value?.items ?? [];
  const resume = async (request: { ref: string } | { all: true }) => {
    await run(() => client.resume(request));
    await asked.again();
  };
  return (
    <section className="block" aria-labelledby="resumable-title">
      <h2 id="resumable-title">Ended agents</h2>
      <LoadNotice what="Ended agents" asked={asked} />
      {state.phase === "refused" && <FaultLine what="Resume" fault={state.fault} />}
      <div className="quiet-words said" role="status">
        {state.phase === "doing" && "Resuming…"}
        {state.phase === "done" &&
          state.report.items.map((outcome) => <p key={outcome.item.runtime_id}>{resumeWords(outcome)}</p>)}
      </div>
      {asked.value !== null && items.length === 0 && (
        <p className="quiet-words">
          None that can be resumed. Agents that have ended and can continue their conversation are listed here.
        </p>
      )}
      <ul className="rows">
        {items.map((item) => (
          <li key={item.runtime_id} className="row">
            <div className="row-words">
              <p>
                <span className="agent">{item.agent}</span>{" "}
                <span className="place">
                  {item.target}/{item.session_name ?? item.pane_id}
                </span>{" "}
                <span className="quiet-words">
                  ended <Age since={item.ended_at} /> ago
                </span>
              </p>
              <p className="quiet-words">
                <code>{item.command}</code>
              </p>
              {asCommand && <CommandLine command={`agtmux resume ${item.ref}`} />}
            </div>
            <div className="row-actions">
              <button
                type="button"
                className="button"
                disabled={state.phase === "doing"}
                onClick={() => void resume({ ref: item.ref })}
              >
                Resume {item.agent}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <button
          type="button"
          className="button"
          disabled={state.phase === "doing"}
          onClick={() => void resume({ all: true })}
        >
          Resume all {items.length}
        </button>
      )}
    </section>
  );
}

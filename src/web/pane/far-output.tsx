import { useCallback, useEffect } from "react";
import { ownRef } from "../../core/fleet/own-ref.ts";
import type { ViewOutputReport } from "../../core/protocol/actions/actions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { shellQuote } from "../../core/provision/shell-words.ts";
import { CommandLine } from "../components/command-line.tsx";
import { useLive } from "../live/use-live.ts";
import { useAction } from "./actions/use-action.ts";

const LINES = 60;

/** Below the words of why another member's pane has no live terminal here: its last lines, and where the terminal is. */
export function FarOutput({ pane, why }: { pane: PaneItem; why: string }) {
  const { client } = useLive();
  const { ref, identity, state_version } = pane;
  const { state, run } = useAction<ViewOutputReport>();
  const look = useCallback(() => void run(() => client.viewOutput({ ref, lines: LINES })), [client, ref, run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pane that has changed shows something else
  useEffect(look, [look, state_version]);
  // by the same words
  const isSaid = state.phase === "refused" && state.fault.message === why;
  return (
    <section className="far-output" aria-label="Output">
      <p className="quiet-words">This pane is on {identity.member}. Its live terminal is there:</p>
      <CommandLine command={`agtmux attach ${shellQuote(ownRef(identity))}`} />
      {!isSaid && (
        <>
          {state.phase === "refused" ? (
            <p className="quiet-words" role="status">
              Its output cannot be shown here: {state.fault.message}.
            </p>
          ) : (
            <section className="output" aria-label="Last lines" aria-busy={state.phase === "doing"}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
              <pre tabIndex={0}>{state.phase === "done" ? state.report.lines.join("\n") : "Reading…"}</pre>
            </section>
          )}
          <button type="button" className="button" onClick={look}>
            Read again
          </button>
        </>
      )}
    </section>
  );
}

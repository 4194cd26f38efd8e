import { useCallback, useRef, useState } from "react";
import { asFault, type Fault } from "../../../core/protocol/base/fault.ts";
import { useLive } from "../../live/use-live.ts";

/** Progress of an action on this page. */
export type ActionState<Report> =
  | { phase: "ready" }
  | { phase: "doing" }
  | { phase: "done"; report: Report }
  | { phase: "refused"; fault: Fault };

export interface PaneAction<Report> {
  state: ActionState<Report>;
  /** Null if it was refused, or another action was in progress. */
  run(perform: () => Promise<Report>): Promise<Report | null>;
  forget(): void;
}

/** Runs one action at a time and keeps its last result. */
export function useAction<Report>(): PaneAction<Report> {
  const { key } = useLive();
  const [state, setState] = useState<ActionState<Report>>({ phase: "ready" });
  const isDoing = useRef(false);
  const run = useCallback(
    async (perform: () => Promise<Report>) => {
      if (isDoing.current) return null;
      isDoing.current = true;
      setState({ phase: "doing" });
      try {
        const report = await perform();
        setState({ phase: "done", report });
        return report;
      } catch (error) {
        const fault = asFault(error);
        if (fault.code === "E_UNAUTHORIZED" && key.state.get().phase === "held") key.drop(fault.message);
        setState({ phase: "refused", fault });
        return null;
      } finally {
        isDoing.current = false;
      }
    },
    [key],
  );
  const forget = useCallback(() => setState({ phase: "ready" }), []);
  return { state, run, forget };
}

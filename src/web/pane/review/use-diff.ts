import { useCallback, useEffect, useState } from "react";
import { type DiffReport, type DiffSince, MOST_CONTEXT } from "../../../core/protocol/actions/changes.ts";
import { asFault } from "../../../core/protocol/base/fault.ts";
import { type FileDiff, parseDiff } from "../../../core/review/parse-diff.ts";
import { useLive } from "../../live/use-live.ts";
import type { ActionState } from "../actions/use-action.ts";

/** Reads a changed file with all of its lines; null if it has not changed any more. */
export type ReadWhole = (file: FileDiff) => Promise<{ file: FileDiff; isCut: boolean } | null>;

/** Loads the changes since that point. Only the last one that was asked for is shown. */
export function useDiff(
  ref: string,
  since: DiffSince,
  context: number,
): { state: ActionState<DiffReport>; look(): void; readWhole: ReadWhole } {
  const { client, key } = useLive();
  const [state, setState] = useState<ActionState<DiffReport>>({ phase: "doing" });
  const [looks, setLooks] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look asks again
  useEffect(() => {
    let isWanted = true;
    const show = (next: ActionState<DiffReport>) => isWanted && setState(next);
    show({ phase: "doing" });
    client.diff({ ref, since, context, pictures: true }).then(
      (report) => show({ phase: "done", report }),
      (error: unknown) => {
        const fault = asFault(error);
        if (fault.code === "E_UNAUTHORIZED" && key.state.get().phase === "held") key.drop(fault.message);
        show({ phase: "refused", fault });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [client, key, ref, since, context, looks]);
  const look = useCallback(() => setLooks((before) => before + 1), []);
  const readWhole = useCallback<ReadWhole>(
    async ({ name, old_name }) => {
      const only = old_name === null ? [name] : [old_name, name];
      const { diff, is_cut } = await client.diff({ ref, since, context: MOST_CONTEXT, only });
      const file = parseDiff(diff).find((each) => each.name === name);
      return file === undefined ? null : { file, isCut: is_cut };
    },
    [client, ref, since],
  );
  return { state, look, readWhole };
}

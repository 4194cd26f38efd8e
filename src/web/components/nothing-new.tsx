import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { Age } from "./age.tsx";

/** For how long nothing new has come from a running agent; hidden when it is reported as stalled, which says more. */
export function NothingNew({ pane }: { pane: Pick<PaneItem, "nothing_new_since" | "attention"> }) {
  const { nothing_new_since: since, attention } = pane;
  if (since === null || attention?.kind === "stalled") return null;
  return (
    <span
      className="quiet-words"
      title="Nothing reported since then; only a spinner or a clock has changed on its screen"
    >
      nothing new for <Age since={since} />{" "}
    </span>
  );
}

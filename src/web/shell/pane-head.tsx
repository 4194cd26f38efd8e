import type { PaneItem } from "../../core/protocol/lists.ts";
import { Age } from "../components/age.tsx";
import { PaneSymbol } from "../components/pane-symbol.tsx";
import { targetSession } from "../view/arrange.ts";
import { describeState } from "../view/state-look.ts";

/** Who it is, where, how it stands and since when: on top of every opened pane. */
export function PaneHead({ pane }: { pane: PaneItem }) {
  return (
    <header className="pane-head">
      <h2>
        <PaneSymbol pane={pane} />
        {pane.agent ?? pane.command}
        <span className="place">
          {targetSession(pane)} {pane.identity.pane_id}
        </span>
      </h2>
      <p className="pane-state">
        {describeState(pane)} <Age since={pane.since} />
      </p>
    </header>
  );
}

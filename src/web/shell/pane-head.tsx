import type { ReactNode } from "react";
import { nameOf, programOf } from "../../core/lists/who.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { Age } from "../components/age.tsx";
import { LimitedWords } from "../components/limited-words.tsx";
import { NothingNew } from "../components/nothing-new.tsx";
import { PaneSymbol } from "../components/pane-symbol.tsx";
import { StillWorking } from "../components/still-working.tsx";
import { targetSession } from "../view/arrange.ts";
import { rowLabel } from "../view/state-look.ts";

interface Props {
  /** Null while it is not known, or if it is gone. */
  pane: PaneItem | null;
  /** A button before the title. */
  before?: ReactNode;
  /** Buttons at the end. */
  children: ReactNode;
}

/** Header of an opened pane: its task, agent, place, state and age; it stays in view. */
export function PaneHead({ pane, before, children }: Props) {
  return (
    <header className="pane-head">
      {before}
      {pane !== null && (
        <div className="pane-who">
          <h2>
            <PaneSymbol pane={pane} />
            <span className="pane-title">{nameOf(pane)}</span>
            <span className="tag">{programOf(pane)}</span>
          </h2>
          <span className="place">
            {targetSession(pane)} {pane.identity.pane_id}
          </span>
          <p className="pane-state">
            {rowLabel(pane)} <Age since={pane.attention?.raised_at ?? pane.since} /> <LimitedWords pane={pane} />{" "}
            <NothingNew pane={pane} /> <StillWorking pane={pane} />
          </p>
        </div>
      )}
      <div className="pane-controls">{children}</div>
    </header>
  );
}

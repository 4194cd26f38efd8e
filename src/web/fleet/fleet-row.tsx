import { memo } from "react";
import type { PaneItem } from "../../core/protocol/lists.ts";
import { Age } from "../components/age.tsx";
import { PaneSymbol } from "../components/pane-symbol.tsx";
import { Link } from "../shell/link.tsx";
import { panePath } from "../shell/route.ts";
import { targetSession } from "../view/arrange.ts";
import { describeState, lookOf, spaced } from "../view/state-look.ts";
import { Activity } from "./activity.tsx";
import { SignalBadge } from "./signal-badge.tsx";

interface Props {
  id: string;
  pane: PaneItem;
  isSelected: boolean;
  /** Reached by Tab; one row is. */
  isDoor: boolean;
  /** Where groups do not tell it. */
  showsPlace: boolean;
  row: number;
}

/** One pane on one line, which is a link to it. All that it says is text here, and stays text. */
export const FleetRow = memo(function FleetRow({ id, pane, isSelected, isDoor, showsPlace, row }: Props) {
  const { attention } = pane;
  const message = attention?.message || pane.message;
  const state = describeState(pane);
  return (
    <tr className="pane" data-state={lookOf(pane)} data-selected={isSelected} aria-rowindex={row}>
      <td className="state" title={`${state}: ${pane.because}`}>
        <PaneSymbol pane={pane} />
        <span className="state-words">{state}</span>
      </td>
      <td className="agent">
        <Link
          id={`pane-${id}`}
          className="row-link"
          href={panePath(pane.identity)}
          tabIndex={isDoor ? 0 : -1}
          aria-current={isSelected ? "true" : undefined}
        >
          {pane.agent ?? pane.command}
        </Link>
      </td>
      <td className="window" title={pane.ref}>
        {showsPlace && `${targetSession(pane)} `}
        {pane.window_index}:{pane.window_name} <span className="pane-id">{pane.identity.pane_id}</span>
      </td>
      <td className="message" title={message}>
        <SignalBadge signal={pane.signal} />
        {attention !== null && <strong className="label">{attention.label}</strong>} {message}
      </td>
      <td className="activity">
        <Activity pane={pane} />
      </td>
      <td className="source" title={pane.because}>
        {pane.source === null ? "" : spaced(pane.source)}
        {pane.confidence !== "high" && pane.source !== null && ` · ${pane.confidence}`}
      </td>
      <td className="time">
        <Age since={attention?.raised_at ?? pane.since} />
      </td>
    </tr>
  );
});

import { memo } from "react";
import type { PaneItem } from "../../core/protocol/lists.ts";
import { targetSession } from "../view/arrange.ts";
import { describeState, STATE_LOOKS, spaced } from "../view/state-look.ts";
import { Age } from "./age.tsx";

interface Props {
  pane: PaneItem;
  /** Among panes of other sessions, a row says where it is. */
  showPlace: boolean;
}

/** All that a pane says is text here, and stays text. */
export const PaneRow = memo(function PaneRow({ pane, showPlace }: Props) {
  const { attention } = pane;
  const message = attention?.message || pane.message;
  return (
    <tr className="pane" data-state={pane.state}>
      <td className="state" title={pane.because}>
        <span className="symbol" aria-hidden="true">
          {STATE_LOOKS[pane.state].symbol}
        </span>
        <span>{describeState(pane)}</span>
      </td>
      <td className="agent">{pane.agent ?? pane.command}</td>
      <td className="place" title={pane.ref}>
        {showPlace && <span className="session">{targetSession(pane)}</span>}
        <span className="window">
          {pane.identity.pane_id} {pane.window_index}:{pane.window_name}
        </span>
      </td>
      <td className="message" title={message}>
        <span className="words">
          {attention && <strong>{attention.label}</strong>} {message}
        </span>
      </td>
      <td className="source" title={pane.because}>
        {pane.source === null ? "" : spaced(pane.source)}
      </td>
      <td className="time">
        <Age since={attention?.raised_at ?? pane.since} />
      </td>
    </tr>
  );
});

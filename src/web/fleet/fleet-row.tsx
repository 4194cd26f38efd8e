import { memo } from "react";
import { checkWords } from "../../core/lists/check-words.ts";
import { changesOf, folderAndBranchOf, nameOf, programOf, promptOf } from "../../core/lists/who.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { dayOf } from "../../core/text/day-of.ts";
import { Link } from "../common/link.tsx";
import { panePath } from "../common/route.ts";
import { Age } from "../components/age.tsx";
import { LimitedWords } from "../components/limited-words.tsx";
import { NothingNew } from "../components/nothing-new.tsx";
import { PaneSymbol } from "../components/pane-symbol.tsx";
import { StillWorking } from "../components/still-working.tsx";
import { daemonTime } from "../live/daemon-time.ts";
import { useQuestion } from "../live/use-live.ts";
import { targetSession } from "../view/arrange.ts";
import { askWords } from "../view/ask-words.ts";
import { lookOf, rowLabel, spaced } from "../view/state-look.ts";
import { Activity } from "./activity.tsx";
import { RowUsage, usageTitle } from "./row-usage.tsx";
import { SignalBadge } from "./signal-badge.tsx";

interface Props {
  id: string;
  pane: PaneItem;
  isSelected: boolean;
  /** The one row that is in the tab order. */
  isTabStop: boolean;
  /** Set where the groups do not show machine and session. */
  showsPlace: boolean;
  /** A teammate in the same group as its lead. */
  isUnderLead: boolean;
  row: number;
}

/** Where there is no room for the label in a column of its own. */
function InPlaceOfWords({ label }: { label: string }) {
  return (
    <span className="in-place-of-words" aria-hidden="true">
      {label}
    </span>
  );
}

/** One pane as one row that links to it. Text from the pane is rendered as text only. */
export const FleetRow = memo(function FleetRow({
  id,
  pane,
  isSelected,
  isTabStop,
  showsPlace,
  isUnderLead,
  row,
}: Props) {
  const question = useQuestion(pane);
  const message = askWords(pane, question) || promptOf(pane);
  const label = rowLabel(pane);
  const changes = changesOf(pane.doing?.changes ?? null);
  const checks = checkWords(pane.checks);
  const today = dayOf(new Date(daemonTime.now()));
  return (
    <tr className="pane" data-state={lookOf(pane)} data-selected={isSelected} aria-rowindex={row}>
      <td className="state" title={`${label}: ${pane.because}`}>
        <PaneSymbol pane={pane} />
        <span className="state-words">{label}</span>
      </td>
      <td className="who" data-under-lead={isUnderLead}>
        <Link
          id={`pane-${id}`}
          className="row-link"
          href={panePath(pane.identity)}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isSelected ? "true" : undefined}
        >
          {nameOf(pane)}
        </Link>
        <span className="tag">{programOf(pane)}</span>
      </td>
      <td className="where" title={`${pane.cwd}\n${pane.ref}`}>
        <span className="folder-and-branch">{showsPlace ? targetSession(pane) : folderAndBranchOf(pane)}</span>
        {changes !== "" && <span className="not-committed">{changes}</span>}
        {checks !== "" && <span className="not-committed">{checks}</span>}
      </td>
      <td className="message" title={message}>
        {!pane.signal?.task_title && <SignalBadge signal={pane.signal} />}
        <LimitedWords pane={pane} />
        <NothingNew pane={pane} />
        <StillWorking pane={pane} />
        {message || <InPlaceOfWords label={label} />}
      </td>
      <td className="activity">
        <Activity pane={pane} />
      </td>
      <td className="usage" title={usageTitle({ pane, today })}>
        <RowUsage pane={pane} today={today} />
      </td>
      <td className="source" title={pane.because}>
        {pane.source === null ? "" : spaced(pane.source)}
        {pane.confidence !== "high" && pane.source !== null && ` · ${pane.confidence}`}
      </td>
      <td className="time">
        <Age since={pane.attention?.raised_at ?? pane.since} />
      </td>
    </tr>
  );
});

import { useMemo, useRef, useState } from "react";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { panePath } from "../common/route.ts";
import { navigate } from "../common/router.ts";
import { typeInto } from "../common/type-into.ts";
import { useListKeys } from "../common/use-list-keys.ts";
import { PHONE, useMedia } from "../common/use-media.ts";
import { useHold } from "../inbox/use-hold.ts";
import { useKeyState } from "../live/use-live.ts";
import type { Entry, FleetQuery } from "../view/fleet-entries.ts";
import { scrollTo, topsOf, windowOf } from "../view/windowing.ts";
import { FleetRow } from "./fleet-row.tsx";
import { GroupHead } from "./group-head.tsx";
import { TargetBanner } from "./target-banner.tsx";
import { useHeld } from "./use-held.ts";
import { useScroll } from "./use-scroll.ts";

/** Must agree with fleet.css and fleet-widths.css. */
const HEIGHTS = { wide: { group: 36, banner: 52, pane: 32 }, phone: { group: 48, banner: 76, pane: 56 } };
/** A resting pointer must not hold back new rows for longer than this. */
const POINTER_RESTS_MS = 3_000;

interface Props {
  entries: Entry[];
  panes: ReadonlyMap<string, PaneItem>;
  query: FleetQuery;
  openedId: string | null;
  onFold(name: string): void;
}

/** The fleet's rows, virtualised: only visible ones are rendered. */
export function FleetGrid({ entries, panes, query, openedId, onFold }: Props) {
  const hold = useHold(POINTER_RESTS_MS);
  const shown = useHeld(entries, hold.held, query);
  const heights = HEIGHTS[useMedia(PHONE) ? "phone" : "wide"];
  const tops = useMemo(() => topsOf(shown.map(({ type }) => heights[type])), [shown, heights]);
  const box = useRef<HTMLDivElement>(null);
  const { scrolled, visible } = useScroll(box);
  const { from, to, above, total } = windowOf(tops, scrolled, visible);
  const [chosen, setChosen] = useState<string | null>(null);
  const selected = openedId ?? chosen;
  // a held row whose pane is gone shows its last known state
  const last = useRef(new Map<string, PaneItem>());

  const step = (by: 1 | -1) => {
    const at = shown.findIndex(({ id }) => id === selected);
    const rest = by === 1 ? shown.slice(at + 1) : shown.slice(0, Math.max(at, 0)).toReversed();
    const next = rest.find(({ type }) => type === "pane");
    if (next === undefined) return;
    setChosen(next.id);
    hold.touch();
    const y = scrollTo(tops, shown.indexOf(next), box.current?.scrollTop ?? 0, visible);
    if (y !== null) box.current?.scrollTo({ top: y });
    const pane = panes.get(next.id);
    if (openedId !== null && pane !== undefined) navigate(panePath(pane.identity), { replace: true });
    else focusRow(next.id);
  };
  const open = () => {
    const pane = selected === null ? undefined : panes.get(selected);
    return pane === undefined ? false : navigate(panePath(pane.identity));
  };
  const mayAct = useKeyState().phase === "held";
  const type = () => {
    const pane = selected === null ? undefined : panes.get(selected);
    return pane === undefined ? false : typeInto(pane, { mayAct, isBeside: false });
  };
  useListKeys({ step, open, type });
  const door = shown.slice(from, to).some(({ id }) => id === selected)
    ? selected
    : shown.find(({ type }, n) => n >= from && type === "pane")?.id;

  const drawn = shown.slice(from, to).map((entry, n) => {
    const row = from + n + 1;
    if (entry.type === "group") return <GroupHead key={entry.id} group={entry} row={row} onFold={onFold} />;
    if (entry.type === "banner") return <TargetBanner key={entry.id} banner={entry} row={row} />;
    const pane = panes.get(entry.id) ?? last.current.get(entry.id);
    if (pane === undefined) return null;
    last.current.set(entry.id, pane);
    return (
      <FleetRow
        key={entry.id}
        id={entry.id}
        pane={pane}
        isSelected={entry.id === selected}
        isTabStop={entry.id === door}
        showsPlace={query.grouping !== "target-session"}
        isUnderLead={entry.isUnderLead}
        row={row}
      />
    );
  });
  return (
    <div ref={box} className="grid" {...hold.pointer}>
      <table aria-label="Panes" aria-rowcount={shown.length}>
        <tbody style={{ height: total, paddingTop: above }}>{drawn}</tbody>
      </table>
    </div>
  );
}

/** Focuses at once, so that Enter acts on this row; one far down is rendered a frame after scrolling, so retry. */
function focusRow(id: string, tries = 3): void {
  const link = document.getElementById(`pane-${id}`);
  if (link !== null) link.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(id, tries - 1));
}

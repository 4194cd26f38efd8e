import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { TargetErrors } from "../components/target-errors.tsx";
import { paneKey } from "../live/fleet.ts";
import { useStore } from "../live/store.ts";
import { useFleet, useLive } from "../live/use-live.ts";
import { PaletteButton } from "../shell/palette-button.tsx";
import { panePath } from "../shell/route.ts";
import { navigate } from "../shell/router.ts";
import { useKeys } from "../shell/use-keys.ts";
import { headline } from "../view/headline.ts";
import { nextWaiting, type Shown } from "../view/settle.ts";
import { InboxEmpty } from "./inbox-empty.tsx";
import { InboxRow, type RowHandlers } from "./inbox-row.tsx";
import { inboxSelection } from "./selection.ts";
import { useHold } from "./use-hold.ts";
import { useInbox } from "./use-inbox.ts";

/** Who pressed a key twice meant one row. */
const PAUSE_MS = 350;

interface Props {
  opened: { target: string; paneId: string } | null;
}

/** Home: one row for each pane that wants a person, the longest waiting first. */
export function InboxView({ opened }: Props) {
  const { acting, asked } = useLive();
  const known = useFleet();
  const fleet = useStore(asked.isRead) ? known : null;
  const hold = useHold(null);
  const chosen = useStore(inboxSelection);
  const [hasFocus, setFocus] = useState(false);
  const { rows, fresh, moveOn, look } = useInbox(fleet, hold.held, hasFocus ? chosen : null);
  const selected = rows.find(({ key }) => key === chosen)?.key ?? null;
  const actedAt = useRef(Number.NEGATIVE_INFINITY);

  const openedKey = opened && paneKey({ target: opened.target, pane_id: opened.paneId });
  const isShown = rows.some(({ key }) => key === openedKey);
  useEffect(() => {
    if (openedKey === null) return;
    inboxSelection.set(openedKey);
    if (isShown) document.getElementById(`row-${openedKey}`)?.scrollIntoView({ block: "nearest" });
  }, [openedKey, isShown]);
  // a refusal makes a row one to act on again
  useStore(acting.deeds);
  const isDealtWith = useCallback(
    ({ pane }: Shown) => {
      const phase = acting.deeds.get().get(pane.attention.attention_id)?.phase;
      return phase === "sending" || phase === "told";
    },
    [acting],
  );
  const first = rows.find((row) => !row.gone && !isDealtWith(row))?.key ?? null;
  useEffect(() => {
    // there is always one to act on: nobody has to press a key first
    if (selected !== null || openedKey !== null) return;
    // a key that was meant for the row that has just gone is not for this one
    if (inboxSelection.get() !== null) actedAt.current = performance.now();
    inboxSelection.set(first);
  }, [selected, openedKey, first]);

  const latest = useRef({ rows, hold, look });
  latest.current = { rows, hold, look };
  const on = useMemo<RowHandlers>(() => {
    const rowOf = (key: string) => latest.current.rows.find((row) => row.key === key);
    return {
      select: (key) => inboxSelection.set(key),
      open: (key) => navigate(panePath(rowOf(key)?.pane.identity ?? { target: "", pane_id: "" })),
      looked: (key) => latest.current.look(key),
      mayAct: () => performance.now() - actedAt.current > PAUSE_MS,
      acted: (key) => {
        actedAt.current = performance.now();
        const next = nextWaiting(latest.current.rows, key, isDealtWith);
        inboxSelection.set(next);
        latest.current.hold.touch();
        if (next !== null) focusRow(next);
      },
    };
  }, [isDealtWith]);

  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ key }) => key === selected);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next === undefined) return false;
    inboxSelection.set(next.key);
    focusRow(next.key);
    if (!hold.isPointerOver()) moveOn();
    hold.touch();
    return true;
  };
  const open = () => (selected === null ? false : on.open(selected));
  const down = () => step(1);
  const up = () => step(-1);
  useKeys({
    j: down,
    k: up,
    ArrowDown: down,
    ArrowUp: up,
    Enter: open,
    o: open,
  });
  const showFresh = () => {
    const newest = rows.find(({ isNew }) => isNew);
    look();
    if (newest === undefined) return;
    inboxSelection.set(newest.key);
    focusRow(newest.key);
  };

  const waiting = rows.filter(({ gone }) => !gone).length;
  return (
    <main className="list inbox" {...hold.pointer} onFocus={() => setFocus(true)} onBlur={() => setFocus(false)}>
      <header className="list-head">
        <h1>Inbox</h1>
        <p className="headline" role="status">
          {fleet !== null && headline(waiting)}
        </p>
        {fresh > 0 && (
          <button type="button" className="fresh" onClick={showFresh}>
            {fresh} new
          </button>
        )}
        <PaletteButton />
      </header>
      <TargetErrors fleet={fleet} />
      {rows.length > 0 && (
        <ol className="asks" aria-label="Needs you">
          {rows.map((row) => (
            <InboxRow key={row.key} row={row} isSelected={row.key === selected} on={on} />
          ))}
        </ol>
      )}
      {rows.length === 0 && fleet !== null && <InboxEmpty fleet={fleet} />}
    </main>
  );
}

function focusRow(key: string): void {
  // after the row is drawn as the selected one
  requestAnimationFrame(() => {
    const row = document.getElementById(`row-${key}`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  });
}

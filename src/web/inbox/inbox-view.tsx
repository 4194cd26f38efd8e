import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { SHELVES } from "../../core/protocol/events/shelves.ts";
import { IgnoredNote } from "../answer/ignored-note.tsx";
import { useKeyGate } from "../answer/use-key-gate.ts";
import { PaletteButton } from "../common/palette-button.tsx";
import { panePath } from "../common/route.ts";
import { navigate } from "../common/router.ts";
import { typeInto } from "../common/type-into.ts";
import { typingAhead } from "../common/typing-ahead.ts";
import { type KeyPress, useKeys } from "../common/use-keys.ts";
import { useListKeys } from "../common/use-list-keys.ts";
import { useMedia, WIDE } from "../common/use-media.ts";
import { SearchBox } from "../components/search-box.tsx";
import { TargetErrors } from "../components/target-errors.tsx";
import { progressKey, type WaitingPane } from "../live/acting.ts";
import { paneKey } from "../live/fleet.ts";
import { questionOf } from "../live/questions-feed.ts";
import { useStore } from "../live/store.ts";
import { useFleet, useKeyState, useLive } from "../live/use-live.ts";
import { headline, shelvesOf } from "../view/headline.ts";
import { nextWaiting, type Shown } from "../view/settle.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { InboxEmpty } from "./inbox-empty.tsx";
import type { RowHandlers } from "./inbox-row.tsx";
import { inboxSearch, isDoneOpen } from "./inbox-words.ts";
import { MarkingButton } from "./marking-button.tsx";
import { isMarked, isMarking, markRange, marks, toggleMark } from "./marks.ts";
import { inboxSelection, isPreviewInUse } from "./selection.ts";
import { ShelfSection } from "./shelf-section.tsx";
import { UndoNote } from "./undo-note.tsx";
import { useHold } from "./use-hold.ts";
import { useInbox } from "./use-inbox.ts";
import { useSteady } from "./use-steady.ts";

/** A resting pointer must not hold back new rows for longer than this. */
const POINTER_RESTS_MS = 30_000;
/** Up to this many rows a phone shows no search. */
const FEW = 8;

interface Props {
  opened: { target: string; paneId: string } | null;
}

/** Home: one row for each pane that needs a person, on its shelf. */
export function InboxView({ opened }: Props) {
  const { acting, asked } = useLive();
  const mayAct = useKeyState().phase === "held";
  const isWide = useMedia(WIDE);
  const known = useFleet();
  const fleet = useStore(asked.isRead) ? known : null;
  const hold = useHold(POINTER_RESTS_MS);
  const list = useRef<HTMLDivElement>(null);
  const steady = useSteady(list);
  const search = useStore(inboxSearch);
  const showsDone = useStore(isDoneOpen) || search !== "";
  const searchBox = useRef<HTMLInputElement>(null);
  const chosen = useStore(inboxSelection);
  const [hasFocus, setFocus] = useState(false);
  const [isWriting, setWriting] = useState(false);
  useEffect(() => {
    // a box that is removed while it has the focus fires no blur event
    if (document.activeElement !== document.body) return;
    setFocus(false);
    setWriting(false);
  });
  const isPreviewUsed = useStore(isPreviewInUse);
  const isInUse = useStore(typingAhead) !== null || isPreviewUsed;
  // re-render on actions: after a refusal its row needs action again
  useStore(acting.progressById);
  const isAnswered = useCallback(
    (pane: WaitingPane) => {
      const question = questionOf(asked.questions.get(), pane);
      const phase = acting.progressById.get().get(progressKey(pane, question))?.phase;
      return phase === "sending" || phase === "told";
    },
    [acting, asked],
  );
  const keep = hasFocus || isInUse ? chosen : null;
  const { rows, fresh, moveOn, look, renew, ...inbox } = useInbox(fleet, search, {
    held: hold.held || isWriting,
    keep,
    isAnswered,
  });
  const walked = showsDone ? rows : rows.filter(({ shelf }) => shelf !== "done");
  const selected = walked.find(({ key }) => key === chosen)?.key ?? null;

  const openedKey = opened && paneKey({ target: opened.target, pane_id: opened.paneId });
  const isShown = rows.some(({ key }) => key === openedKey);
  useEffect(() => {
    if (openedKey === null) return;
    inboxSelection.set(openedKey);
    if (isShown) document.getElementById(`row-${openedKey}`)?.scrollIntoView({ block: "nearest" });
  }, [openedKey, isShown]);
  const isDealtWith = useCallback(({ pane }: Shown) => isAnswered(pane), [isAnswered]);
  const first = walked.find((row) => !row.gone && !isDealtWith(row))?.key ?? null;
  useEffect(() => {
    // always select a row, so that the first key can act on it
    if (selected !== null || openedKey !== null || isInUse) return;
    inboxSelection.set(first);
  }, [selected, openedKey, isInUse, first]);

  const latest = useRef({ rows: walked, hold, look, renew });
  latest.current = { rows: walked, hold, look, renew };
  const on = useMemo<RowHandlers>(() => {
    const rowOf = (key: string) => latest.current.rows.find((row) => row.key === key);
    return {
      select(key, how) {
        const before = inboxSelection.get();
        if (how?.extends === true) markRange(latest.current.rows, before, key);
        inboxSelection.set(key);
      },
      open: (key) => navigate(panePath(rowOf(key)?.pane.identity ?? { target: "", pane_id: "" })),
      mark(key) {
        const row = rowOf(key);
        if (row !== undefined) toggleMark(row);
      },
      looked: (key) => latest.current.look(key),
      renew: (key) => latest.current.renew(key),
      acted(key, hasMore) {
        latest.current.hold.touch();
        if (hasMore) return;
        const next = nextWaiting(latest.current.rows, key, isDealtWith);
        inboxSelection.set(next);
        if (next !== null) focusRow(next);
      },
    };
  }, [isDealtWith]);

  const step = (by: 1 | -1) => {
    const at = walked.findIndex(({ key }) => key === selected);
    const next = walked[Math.min(walked.length - 1, Math.max(0, at + by))];
    if (next === undefined) return false;
    steady.release();
    inboxSelection.set(next.key);
    focusRow(next.key);
    if (!hold.isPointerOver()) moveOn();
    hold.touch();
    return true;
  };
  const open = () => (selected === null ? false : on.open(selected));
  const type = () => {
    const pane = rows.find(({ key }) => key === selected)?.pane;
    return pane === undefined ? false : typeInto(pane, { mayAct, isBeside: isWide && openedKey === null });
  };
  useListKeys({ step, open, type });
  const focusSearch = () => {
    searchBox.current?.focus();
    searchBox.current?.select();
  };
  const gate = useKeyGate(selected !== null, selected ?? "", null);
  const mark = (press: KeyPress) => {
    if (selected === null || openedKey !== null) return false;
    return gate.pass("x", press, () => on.mark(selected));
  };
  // before those of the pane beside the list, which is only a preview
  useKeys({ x: mark, "/": focusSearch }, "first");
  const showFresh = () => {
    const newest = inbox.showFresh();
    if (newest === null) return;
    if (newest.shelf === "done") isDoneOpen.set(true);
    inboxSelection.set(newest.key);
    focusRow(newest.key);
  };

  const marked = useStore(marks);
  const markedRows = rows.filter((row) => isMarked(marked, row));
  const isMarkingNow = useStore(isMarking);
  const hasSome = walked.length > 0;
  const leave = () => {
    hold.pointer.onPointerLeave();
    steady.release();
  };
  return (
    <main
      className="list inbox"
      data-many={walked.length > FEW || search !== ""}
      {...hold.pointer}
      onPointerLeave={leave}
      onFocus={({ target }) => {
        setFocus(true);
        setWriting(target instanceof HTMLTextAreaElement);
      }}
      onBlur={() => {
        setFocus(false);
        setWriting(false);
      }}
    >
      <header className="list-head">
        <h1>Inbox</h1>
        <p className="headline" role="status">
          {fleet !== null && headline(shelvesOf(fleet))}
        </p>
        {fresh > 0 && (
          <button type="button" className="fresh" onClick={showFresh}>
            {fresh} new
          </button>
        )}
        <SearchBox ref={searchBox} label="Search the inbox" text={search} onChange={inboxSearch.set} />
        <MarkingButton />
        <PaletteButton />
      </header>
      <TargetErrors fleet={fleet} />
      {!hasSome && fleet !== null && (search === "" ? <InboxEmpty fleet={fleet} /> : <NothingFound />)}
      {rows.length > 0 && (
        <div className="asks" ref={list} data-some={hasSome} {...steady.handlers}>
          <div />
          <div>
            {SHELVES.map((shelf) => (
              <ShelfSection
                key={shelf}
                shelf={shelf}
                rows={rows.filter((row) => row.shelf === shelf)}
                isOpen={shelf !== "done" || showsDone}
                selected={selected}
                marked={marked}
                isMarking={isMarkingNow}
                on={on}
              />
            ))}
          </div>
          <div />
        </div>
      )}
      <BulkBar rows={markedRows} onActed={() => hold.touch()} />
      <UndoNote />
      <IgnoredNote ignored={gate.ignored} />
    </main>
  );
}

function NothingFound() {
  return (
    <div className="teach">
      <h2>Nothing here matches</h2>
      <p>Searches the questions, messages, tasks, agents, windows and directories of the agents that need you.</p>
    </div>
  );
}

function focusRow(key: string): void {
  // after the row is rendered as selected
  requestAnimationFrame(() => {
    const row = document.getElementById(`row-${key}`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  });
}

import type { Shelf } from "../../core/protocol/events/shelves.ts";
import { Icon } from "../common/icon.tsx";
import { useLive } from "../live/use-live.ts";
import type { Shown } from "../view/settle.ts";
import { InboxRow, type RowHandlers } from "./inbox-row.tsx";
import { isDoneOpen } from "./inbox-words.ts";
import { isMarked } from "./marks.ts";

const NAMES: Record<Shelf, string> = { blocked: "Blocked", check: "Check", done: "Done" };

interface Props {
  shelf: Shelf;
  rows: readonly Shown[];
  isOpen: boolean;
  selected: string | null;
  marked: ReadonlyMap<string, string>;
  isMarking: boolean;
  on: RowHandlers;
}

/** A shelf with its rows; *Done* is folded until somebody opens it. */
export function ShelfSection({ shelf, rows, isOpen, selected, marked, isMarking, on }: Props) {
  const { seeing } = useLive();
  if (rows.length === 0) return null;
  const waiting = rows.filter(({ gone }) => !gone);
  const name = NAMES[shelf];
  const title = (
    <>
      {name} <span className="shelf-size">{waiting.length}</span>
    </>
  );
  return (
    <section className="shelf" data-shelf={shelf} aria-label={name}>
      <header className="shelf-head">
        <h2>
          {shelf === "done" ? (
            <button
              type="button"
              className="fold"
              aria-expanded={isOpen}
              onClick={() => isDoneOpen.set(!isDoneOpen.get())}
            >
              <Icon name="caret" size={16} />
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {shelf !== "blocked" && waiting.length > 0 && (
          <button type="button" className="quiet" onClick={() => seeing.see(waiting.map(({ pane }) => pane))}>
            Mark all as seen
          </button>
        )}
      </header>
      {isOpen && (
        <ol aria-label={name}>
          {rows.map((row) => (
            <InboxRow
              key={row.key}
              row={row}
              isSelected={row.key === selected}
              isMarked={isMarked(marked, row)}
              isMarking={isMarking}
              on={on}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

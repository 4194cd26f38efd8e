import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { layout } from "../common/layout.ts";
import { useStore } from "../live/store.ts";

const LEAST = 320;
/** An open pane keeps at least this much. */
const LEAST_BESIDE = 420;
const STEP = 32;

/** The line between the list and the open pane: dragged, moved by arrow keys, put back by a double click. */
export function Divider() {
  const line = useRef<HTMLDivElement>(null);
  const width = useStore(layout.listWidth);
  const work = () => line.current?.closest<HTMLElement>(".work") ?? null;
  const room = () => (work()?.clientWidth ?? 0) - LEAST_BESIDE;
  const shown = () => work()?.querySelector<HTMLElement>(".list")?.offsetWidth ?? LEAST;
  const move = (to: number) => layout.listWidth.set(Math.round(Math.max(LEAST, Math.min(room(), to))));
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") move(shown() - STEP);
    else if (event.key === "ArrowRight") move(shown() + STEP);
    else if (event.key === "Home") move(LEAST);
    else if (event.key === "End") move(room());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(event.clientX - (work()?.getBoundingClientRect().left ?? 0));
  };
  return (
    <section className="divider" aria-label="Division of the page">
      {/* biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved */}
      <div
        ref={line}
        className="divider-line"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Width of the list"
        aria-valuenow={width ?? LEAST}
        aria-valuemin={LEAST}
        aria-valuemax={Math.max(LEAST, innerWidth - LEAST_BESIDE)}
        title="Drag to divide the page; a double click puts it back"
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => layout.listWidth.set(null)}
      />
    </section>
  );
}

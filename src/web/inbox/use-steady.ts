import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";

export interface Steady {
  /** Handlers for the list, whose children are a spacer, the rows, and a spacer. */
  handlers: { onPointerMove(event: PointerEvent): void; onPointerDown(event: PointerEvent): void; onScroll(): void };
  /** The pointer has left: the spacers are removed. */
  release(): void;
}

/** The row under the pointer, and where it is. */
interface Pointed {
  row: Element;
  top: number;
  scrolled: number;
}

/** Keeps the row under the pointer in its place while others get lower or higher: by scrolling, and by spacers where that is not enough. */
export function useSteady(list: RefObject<HTMLElement | null>): Steady {
  const pointed = useRef<Pointed | null>(null);
  const steady = useMemo(() => {
    const note = (row: Element | null) => {
      pointed.current = row && { row, top: topOf(row), scrolled: list.current?.scrollTop ?? 0 };
    };
    const point = ({ target, pointerType }: PointerEvent) => {
      const row = pointerType === "mouse" && target instanceof Element ? target.closest(".ask") : null;
      note(row);
    };
    const keep = () => {
      const before = pointed.current;
      if (before === null || list.current === null) return;
      // the user has scrolled meanwhile
      if (before.row.isConnected && before.scrolled === list.current.scrollTop) hold(list.current, before);
      note(before.row.isConnected ? before.row : null);
    };
    const release = () => {
      pointed.current = null;
      for (const spacer of [list.current?.firstElementChild, list.current?.lastElementChild]) stretch(spacer, 0);
    };
    const scroll = () => note(pointed.current?.row ?? null);
    return { keep, release, handlers: { onPointerMove: point, onPointerDown: point, onScroll: scroll } };
  }, [list]);
  useLayoutEffect(steady.keep);
  useEffect(() => {
    const rows = list.current?.children[1];
    if (rows === undefined) return;
    // also for rows that are rendered by themselves
    const sizes = new ResizeObserver(steady.keep);
    sizes.observe(rows);
    return () => sizes.disconnect();
  });
  return steady;
}

function hold(list: HTMLElement, { row, top }: Pointed): void {
  const [above, below] = [list.firstElementChild, list.lastElementChild];
  list.scrollTop += topOf(row) - top;
  const missing = top - topOf(row);
  if (missing === 0) return;
  const before = above?.clientHeight ?? 0;
  stretch(above, Math.max(0, before + missing));
  const rest = topOf(row) - top;
  if (rest <= 0) return;
  const room = list.scrollHeight - list.clientHeight - list.scrollTop;
  const empty = Math.max(0, list.getBoundingClientRect().bottom - (below?.getBoundingClientRect().bottom ?? 0));
  stretch(below, (below?.clientHeight ?? 0) + empty + rest - room);
  list.scrollTop += rest;
}

function topOf(row: Element): number {
  return row.getBoundingClientRect().top;
}

function stretch(spacer: Element | null | undefined, px: number): void {
  if (spacer instanceof HTMLElement) spacer.style.height = `${px}px`;
}

import { type RefObject, useEffect, useState } from "react";
import type { DiffLine } from "../../../core/review/parse-diff.ts";
import type { Coloured } from "./coloured-lines.ts";

export type Colours = ReadonlyMap<DiffLine, readonly Coloured[]>;

/** Begun this far before the lines are in view. */
const NEAR = "600px";

/** The colours of some lines, once they are near the view; null until then, and where the language is not known. */
export function useColours(
  box: RefObject<HTMLElement | null>,
  lines: readonly DiffLine[],
  language: string | null,
): Colours | null {
  const [colours, setColours] = useState<Colours | null>(null);
  useEffect(() => {
    setColours(null);
    if (language === null || box.current === null) return;
    let isWanted = true;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // without its code the lines stay plain
        import("./highlight.ts").then(
          ({ highlight }) => isWanted && setColours(coloursOnce(lines, language, highlight)),
          () => undefined,
        );
      },
      { rootMargin: NEAR },
    );
    observer.observe(box.current);
    return () => {
      isWanted = false;
      observer.disconnect();
    };
  }, [box, lines, language]);
  return colours;
}

const known = new WeakMap<readonly DiffLine[], Colours>();

/** Several parts share the same lines, which have the same language whenever they are read. */
function coloursOnce(
  lines: readonly DiffLine[],
  language: string,
  highlight: (texts: string[], language: string) => Coloured[][],
): Colours {
  const colours = known.get(lines) ?? coloursOf(lines, (texts) => highlight(texts, language));
  known.set(lines, colours);
  return colours;
}

/** The lines as they are now, and as they were, are read each as one text. */
function coloursOf(lines: readonly DiffLine[], highlight: (texts: string[]) => Coloured[][]): Colours {
  const colours = new Map<DiffLine, readonly Coloured[]>();
  for (const other of ["added", "removed"] as const) {
    const side = lines.filter(({ kind }) => kind !== other);
    const read = highlight(side.map(({ text }) => text));
    for (const [n, line] of side.entries()) colours.set(line, read[n] ?? []);
  }
  return colours;
}

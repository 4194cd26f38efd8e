import { useEffect, useRef, useState } from "react";
import { useFleet } from "../live/use-live.ts";
import { announce } from "../view/announce.ts";

/** Announces panes that begin to need a person to screen readers, in every view. */
export function Announcer() {
  const panes = useFleet()?.panes;
  const known = useRef<ReadonlySet<string> | null>(null);
  const [words, setWords] = useState("");
  useEffect(() => {
    if (panes === undefined) return;
    const told = announce(panes.values(), known.current ?? new Set());
    // those that waited before the page was opened are in the list, and not news
    if (known.current !== null && told.words !== "") setWords(told.words);
    known.current = told.open;
  }, [panes]);
  return (
    <div className="visually-hidden" role="log" aria-live="polite">
      {words}
    </div>
  );
}

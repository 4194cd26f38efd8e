import { useEffect, useRef, useState } from "react";
import { useFleet } from "../live/use-live.ts";
import { announce } from "../view/announce.ts";

/** Tells a screen reader who begins to need a person, wherever on the page somebody is. */
export function Announcer() {
  const panes = useFleet()?.panes;
  const known = useRef<ReadonlySet<string> | null>(null);
  const [words, setWords] = useState("");
  useEffect(() => {
    if (panes === undefined) return;
    const told = announce(panes.values(), known.current ?? new Set());
    // who waited before the page was opened is in the list, and no news
    if (known.current !== null && told.words !== "") setWords(told.words);
    known.current = told.open;
  }, [panes]);
  return (
    <div className="visually-hidden" role="log" aria-live="polite">
      {words}
    </div>
  );
}

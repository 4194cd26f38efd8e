import { useEffect, useState } from "react";
import { Words } from "../components/words.tsx";
import { useFleet, useKeyState, useLink, useLive } from "../live/use-live.ts";
import { useNow } from "../live/use-now.ts";
import { linkWords } from "../view/link-words.ts";

/** A running daemon has answered by then; a notice that flashes up would only distract. */
const PATIENCE_MS = 600;

/** Says when the page is out of date. */
export function LinkNotice() {
  const link = useLink();
  const { feed } = useLive();
  const shownAt = useFleet()?.at ?? null;
  const key = useKeyState();
  const words = linkWords(link, shownAt, useNow());
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  // it waits for the person, whose buttons this would cover
  const isAsking = key.phase === "asking";
  if (words === null || ((isPatient || isAsking) && link.phase === "connecting")) return null;
  return (
    <div className="notice" role="status" data-over={link.phase === "connecting"}>
      <p>
        {link.phase === "signed-out" && key.phase === "refused" && `${key.message}. `}
        <Words text={words} />
      </p>
      {(link.phase === "lost" || link.phase === "signed-out") && (
        <button type="button" className="button" onClick={feed.wake}>
          Retry now
        </button>
      )}
    </div>
  );
}

import { Words } from "../components/words.tsx";
import { useFleet, useLink, useLive } from "../live/use-live.ts";
import { useNow } from "../live/use-now.ts";
import { linkWords } from "../view/link-words.ts";

/** Says when the page does not show the present. */
export function LinkNotice() {
  const link = useLink();
  const { feed } = useLive();
  const shownAt = useFleet()?.at ?? null;
  const words = linkWords(link, shownAt, useNow());
  if (words === null) return null;
  return (
    <div className="notice" role="status">
      <p>
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

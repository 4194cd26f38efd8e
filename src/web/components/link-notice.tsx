import type { Link } from "../live/stream.ts";
import { useNow } from "../live/use-now.ts";
import { linkWords } from "../view/link-words.ts";

export function LinkNotice({ link, onRetry }: { link: Link; onRetry: () => void }) {
  const words = linkWords(link, useNow());
  if (words === null) return null;
  return (
    <p className="notice">
      {words}{" "}
      {(link.phase === "lost" || link.phase === "signed-out") && (
        <button type="button" onClick={onRetry}>
          Retry now
        </button>
      )}
    </p>
  );
}

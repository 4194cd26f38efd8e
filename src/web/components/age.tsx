import { useNow } from "../live/use-now.ts";
import { formatAge } from "../view/format-age.ts";

/** How long ago, ticking; the moment itself on hover. */
export function Age({ since }: { since: number | null }) {
  const now = useNow();
  if (since === null) return <span className="age">–</span>;
  const moment = new Date(since);
  return (
    <time className="age" dateTime={moment.toISOString()} title={moment.toLocaleString()}>
      {formatAge(now - since)}
    </time>
  );
}

import { useNow } from "../../live/use-now.ts";
import { formatAge } from "../../view/format-age.ts";
import { LOOKS } from "../../view/state-look.ts";
import { placeOf, spansOf, startOf } from "./strip.ts";
import type { Timeline } from "./use-timeline.ts";

/** Percent; anything less would be too thin to see. */
const THINNEST = 0.6;

/** States over time, with signals as marks above. Hidden from screen readers: the list below has the same content. */
export function TimeStrip({ timeline: { events, signals, from } }: { timeline: Timeline }) {
  const now = useNow();
  const spans = spansOf(events, from);
  const times = [...events.slice(0, 1), ...signals.slice(0, 1)].map(({ at }) => at);
  const start = startOf(times, from, now);
  if (spans.length === 0) return null;
  return (
    <div aria-hidden="true">
      <div className="strip-track">
        {spans.map((span) => {
          const [left, right] = [placeOf(span.from, start, now), placeOf(span.to ?? now, start, now)];
          const lasted = formatAge((span.to ?? now) - span.from);
          return (
            <span
              key={span.from}
              className="strip-span"
              data-state={span.state}
              title={`${LOOKS[span.state].label} for ${lasted}, from ${new Date(span.from).toLocaleString()}`}
              style={{ left: `${Math.min(left, 100 - THINNEST)}%`, width: `${Math.max(THINNEST, right - left)}%` }}
            />
          );
        })}
        {signals.map(({ cursor, at, signal }) => (
          <span
            key={cursor}
            className="strip-mark"
            title={`signal ${signal.type}, ${new Date(at).toLocaleString()}`}
            style={{ left: `${placeOf(at, start, now)}%` }}
          />
        ))}
      </div>
      <div className="strip-ends">
        <span>{formatAge(now - start)} ago</span>
        <span>now</span>
      </div>
    </div>
  );
}

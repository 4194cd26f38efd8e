import { useId, useState } from "react";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import { MomentLine } from "./moment-line.tsx";
import { momentsOf } from "./strip.ts";
import { TimeStrip } from "./time-strip.tsx";
import { useTimeline } from "./use-timeline.ts";

const SHORT = 4;
const MOST = 100;

/** What the pane went through: a strip for the eye, a list for everybody. */
export function TimelineBox({ pane }: { pane: PaneItem }) {
  const id = useId();
  const timeline = useTimeline(pane);
  const [isOpen, setOpen] = useState(false);
  const moments = momentsOf(timeline.events, timeline.signals);
  const shown = moments.slice(0, isOpen ? MOST : SHORT);
  return (
    <section className="timeline" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Timeline</h3>
      <TimeStrip timeline={timeline} />
      {moments.length === 0 && timeline.cursor !== null && <p className="quiet-words">Nothing changed within a day.</p>}
      <ol id={id} className="moments">
        {shown.map((moment) => (
          <MomentLine key={moment.key} moment={moment} />
        ))}
      </ol>
      {moments.length > SHORT && (
        <button
          type="button"
          className="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : `Show all ${Math.min(MOST, moments.length)}`}
        </button>
      )}
      {timeline.fault !== null && (
        <p className="quiet-words" role="status">
          The timeline could not be read: {timeline.fault.message}
        </p>
      )}
    </section>
  );
}

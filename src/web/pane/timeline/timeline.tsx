import { useId, useState } from "react";
import { isFar } from "../../../core/fleet/is-far.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { RetryWords } from "../../components/retry-words.tsx";
import { MomentLine } from "./moment-line.tsx";
import { momentsOf } from "./strip.ts";
import { TimeStrip } from "./time-strip.tsx";
import { useTimeline } from "./use-timeline.ts";

const SHORT = 12;
const MOST = 100;

/** The pane's history; read once somebody wants to see it, since it can be long. */
export function TimelineBox({ pane }: { pane: PaneItem }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="timeline" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Timeline</h3>
      {isFar(pane.identity) ? (
        <p className="quiet-words">What happened is in the log of {pane.identity.member}, and not here.</p>
      ) : isOpen ? (
        <History pane={pane} />
      ) : (
        <button type="button" className="quiet" aria-expanded={false} onClick={() => setOpen(true)}>
          Show what happened within a day
        </button>
      )}
    </section>
  );
}

/** As a strip and as a list. */
function History({ pane }: { pane: PaneItem }) {
  const id = useId();
  const timeline = useTimeline(pane);
  const [isWhole, setWhole] = useState(false);
  const moments = momentsOf(timeline.events, timeline.signals);
  const shown = moments.slice(0, isWhole ? MOST : SHORT);
  return (
    <>
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
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show less" : `Show all ${Math.min(MOST, moments.length)}`}
        </button>
      )}
      {timeline.fault !== null && (
        <p className="quiet-words" role="status">
          The timeline could not be read: {timeline.fault.message}. <RetryWords at={timeline.retryAt} />
        </p>
      )}
    </>
  );
}

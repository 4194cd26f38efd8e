import type { PaneItem } from "../../core/protocol/lists.ts";
import { CopyButton } from "../components/copy-button.tsx";
import { SignalBadge } from "../fleet/signal-badge.tsx";

/** What the head above leaves out: what it is at, where it lives, and by which name commands know it. */
export function PaneAbout({ pane }: { pane: PaneItem }) {
  const { activity, window_index, window_name, cwd, ref, signal } = pane;
  return (
    <div className="pane-about">
      <p>
        <SignalBadge signal={signal} />
        {activity?.tool !== undefined && <span>{activity.tool}</span>}
        {activity?.progress !== undefined && (
          <progress max={100} value={activity.progress} aria-label={`${activity.kind} progress`} />
        )}
        <span className="quiet-words">
          {window_index}:{window_name}
        </span>
        <span className="quiet-words">{cwd}</span>
        <span className="copyable">
          <code title="The name by which commands know this pane">{ref}</code>
          <CopyButton text={ref} what="ref" />
        </span>
      </p>
      {pane.attention === null && pane.message !== "" && <p className="pane-says">{pane.message}</p>}
    </div>
  );
}

import { checkWords } from "../../core/lists/check-words.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { CopyButton } from "../components/copy-button.tsx";
import { SignalBadge } from "../fleet/signal-badge.tsx";
import { PaneUsageWords } from "./pane-usage.tsx";

/** Details that the page's head leaves out: tool and progress, window, directory and ref. */
export function PaneAbout({ pane }: { pane: PaneItem }) {
  const { activity, window_index, window_name, cwd, ref, signal, usage } = pane;
  return (
    <p className="pane-about">
      <SignalBadge signal={signal} />
      {activity?.tool !== undefined && <span>{activity.tool}</span>}
      {activity?.progress !== undefined && (
        <progress max={100} value={activity.progress} aria-label={`${activity.kind} progress`} />
      )}
      <span className="quiet-words window-name">
        {window_index}:{window_name}
      </span>
      <span className="quiet-words">{cwd}</span>
      {pane.checks !== undefined && <span title={checkWords(pane.checks)}>{checkWords(pane.checks)}</span>}
      <PaneUsageWords usage={usage} />
      <span className="copyable">
        <code title="The name of this pane in commands">{ref}</code>
        <CopyButton text={ref} what="ref" />
      </span>
    </p>
  );
}

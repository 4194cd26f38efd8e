import { lazy, type ReactNode } from "react";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { paneKey } from "../live/fleet.ts";
import { ActionBar } from "./actions/action-bar.tsx";
import { CompletionBundle } from "./bundle/completion-bundle.tsx";
import { readBundle } from "./bundle/read-bundle.ts";
import { PaneViews } from "./pane-views.tsx";
import { TimelineBox } from "./timeline/timeline.tsx";
import { useExplained } from "./why/use-explained.ts";
import { WhyState } from "./why/why-state.tsx";
import "./pane-page.css";

const ReviewDialog = lazy(() => import("./review/review-dialog.tsx"));

interface Props {
  pane: PaneItem;
  /** Shown above the terminal. */
  children?: ReactNode;
}

/** The page of one pane: its terminal fills the view, the rest is below it. */
export default function PanePage({ pane, children }: Props) {
  const explaining = useExplained(pane);
  const bundle = readBundle(explaining.explained?.signal ?? null);
  const left = bundle !== null && <CompletionBundle bundle={bundle} />;
  // the report belongs to earlier work once the agent is busy again: show it last
  const isAtRest = pane.state === "completed" || pane.state === "idle";
  return (
    <article className="pane-page" data-state={pane.state}>
      <div className="pane-main">
        {children}
        {pane.attention === null && pane.message !== "" && <p className="pane-says">{pane.message}</p>}
        <PaneViews key={paneKey(pane.identity)} pane={pane} />
        <ActionBar pane={pane} onLookAgain={explaining.lookAgain} Review={ReviewDialog} />
      </div>
      <div className="pane-more">
        {isAtRest && left}
        <WhyState pane={pane} explaining={explaining} />
        <TimelineBox key={`${paneKey(pane.identity)} timeline`} pane={pane} />
        {!isAtRest && left}
      </div>
    </article>
  );
}

import { lazy, Suspense } from "react";
import type { PaneItem } from "../../core/protocol/lists.ts";
import { paneKey } from "../live/fleet.ts";
import { useKeyState } from "../live/use-live.ts";
import { Waiting } from "../shell/waiting.tsx";
import { ActionBar } from "./actions/action-bar.tsx";
import { CompletionBundle } from "./bundle/completion-bundle.tsx";
import { readBundle } from "./bundle/read-bundle.ts";
import { PaneAbout } from "./pane-about.tsx";
import { TimelineBox } from "./timeline/timeline.tsx";
import { useExplained } from "./why/use-explained.ts";
import { WhyState } from "./why/why-state.tsx";
import "./pane-page.css";

const LiveTerminal = lazy(() => import("./terminal/live-terminal.tsx"));

/** All there is to know of one pane, and all that can be done to it. */
export default function PanePage({ pane }: { pane: PaneItem }) {
  const explaining = useExplained(pane);
  const mayAct = useKeyState().phase === "held";
  const bundle = readBundle(explaining.explained?.signal ?? null);
  const left = bundle !== null && <CompletionBundle bundle={bundle} />;
  // of the work before, once it is at something else
  const isAtRest = pane.state === "completed" || pane.state === "idle";
  return (
    <article className="pane-page" data-state={pane.state}>
      <PaneAbout pane={pane} />
      {mayAct ? (
        <Suspense fallback={<TerminalRoom />}>
          <LiveTerminal key={paneKey(pane.identity)} pane={pane} />
        </Suspense>
      ) : (
        <p className="terminal-notice">The live terminal is shown to a page that may act.</p>
      )}
      <ActionBar pane={pane} onLookAgain={explaining.lookAgain} />
      {isAtRest && left}
      <WhyState pane={pane} explaining={explaining} />
      <TimelineBox key={`${paneKey(pane.identity)} timeline`} pane={pane} />
      {!isAtRest && left}
    </article>
  );
}

/** Where the terminal will be. */
function TerminalRoom() {
  return (
    <div className="terminal-box">
      <Waiting />
    </div>
  );
}

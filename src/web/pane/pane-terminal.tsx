import { lazy, type ReactNode, Suspense } from "react";
import { isFar } from "../../core/fleet/is-far.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { Waiting } from "../common/waiting.tsx";
import { useKeyState } from "../live/use-live.ts";
import { FarOutput } from "./far-output.tsx";
import "./pane-page.css";

const LiveTerminal = lazy(() => import("./terminal/live-terminal.tsx"));

interface Props {
  pane: PaneItem;
  /** Whether `t` types into it. */
  hasKeys: boolean;
  /** The bar's text about the pane. */
  about?: ReactNode;
}

/** The pane's terminal, or why there is none. */
export default function PaneTerminal({ pane, hasKeys, about }: Props) {
  const mayAct = useKeyState().phase === "held";
  if (!mayAct)
    return (
      <>
        {about}
        <p className="terminal-notice">Only a page that may act shows the live terminal.</p>
      </>
    );
  return (
    <Suspense fallback={<TerminalRoom />}>
      <LiveTerminal
        pane={pane}
        hasKeys={hasKeys}
        about={about}
        ifClosed={isFar(pane.identity) ? (why) => <FarOutput pane={pane} why={why} /> : undefined}
      />
    </Suspense>
  );
}

/** Placeholder for the terminal. */
function TerminalRoom() {
  return (
    <div className="terminal-box">
      <Waiting />
    </div>
  );
}

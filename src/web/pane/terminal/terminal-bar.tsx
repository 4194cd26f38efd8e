import type { RefObject } from "react";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import { fitCells } from "./fit-font.ts";
import type { TerminalSession, TerminalView } from "./terminal-session.ts";

interface Props {
  pane: PaneItem;
  session: TerminalSession | null;
  view: TerminalView | null;
  host: RefObject<HTMLElement | null>;
  entry: RefObject<HTMLButtonElement | null>;
  onType(): void;
}

/** What is shown, how large it is, and the way in for the keyboard. */
export function TerminalBar({ pane, session, view, host, entry, onType }: Props) {
  const fit = () => {
    const [box, drawn] = [host.current, host.current?.querySelector(".xterm-screen")];
    if (session === null || box === null || !drawn) return;
    const { cols, rows } = session.screen.terminal;
    const cell = { width: drawn.clientWidth / cols, height: drawn.clientHeight / rows };
    const size = fitCells({ width: box.clientWidth, height: innerHeight * 0.6 }, cell);
    session.ask({ type: "resize", ...size });
  };
  return (
    <div className="terminal-bar">
      <span className="terminal-title" title={pane.title}>
        {pane.title || pane.command}
      </span>
      {view?.size && (
        <span className="quiet-words">
          {view.size.cols}×{view.size.rows}
        </span>
      )}
      {view?.mayType === true && (
        <>
          <button
            type="button"
            className="button small"
            title="Fit pane to this window: resizes it for everybody who looks at it"
            onClick={fit}
          >
            Fit pane
          </button>
          <button type="button" ref={entry} className="button small" aria-pressed={view.isTyping} onClick={onType}>
            {view.isTyping ? (
              <>
                Typing{" "}
                <span className="keys-only">
                  <kbd>esc esc</kbd> leaves
                </span>
              </>
            ) : (
              <>
                Type <kbd>t</kbd>
              </>
            )}
          </button>
        </>
      )}
    </div>
  );
}

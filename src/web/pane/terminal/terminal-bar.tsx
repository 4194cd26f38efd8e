import type { ReactNode, RefObject } from "react";
import { fitCells } from "./fit-font.ts";
import { FontButtons } from "./font-buttons.tsx";
import type { TerminalSession, TerminalView } from "./terminal-session.ts";

interface Props {
  session: TerminalSession | null;
  view: TerminalView | null;
  host: RefObject<HTMLElement | null>;
  entry: RefObject<HTMLButtonElement | null>;
  hasKeys: boolean;
  onType(): void;
  children: ReactNode;
}

/** Shows the pane's name and size, and buttons for the font, to fit the pane and to type. */
export function TerminalBar({ session, view, host, entry, hasKeys, onType, children }: Props) {
  const fit = () => {
    const [box, drawn] = [host.current, host.current?.querySelector(".xterm-screen")];
    if (session === null || box === null || !drawn) return;
    const { cols, rows } = session.screen.terminal;
    const cell = { width: drawn.clientWidth / cols, height: drawn.clientHeight / rows };
    const size = fitCells({ width: box.clientWidth, height: box.clientHeight }, cell);
    session.ask({ type: "resize", ...size });
  };
  return (
    <div className="terminal-bar">
      <div className="terminal-about">{children}</div>
      {view?.size && (
        <span className="quiet-words terminal-size">
          {view.size.cols}×{view.size.rows}
        </span>
      )}
      <FontButtons shown={() => session?.screen.terminal.options.fontSize ?? null} />
      {view?.mayResize === true && (
        <button
          type="button"
          className="button small"
          title="Fit pane to this window: resizes it for everybody who looks at it"
          onClick={fit}
        >
          Fit pane
        </button>
      )}
      {view?.link.phase === "live" && !view.mayType && <span className="quiet-words">Look only</span>}
      {view?.mayType === true && (
        <button type="button" ref={entry} className="button small" aria-pressed={view.isTyping} onClick={onType}>
          {view.isTyping ? (
            <>
              Typing{" "}
              <span className="keys-only">
                <kbd>Ctrl ]</kbd> leaves
              </span>
            </>
          ) : (
            <>Type {hasKeys && <kbd>t</kbd>}</>
          )}
        </button>
      )}
    </div>
  );
}

import { useRef, useState } from "react";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { useStore } from "../../live/store.ts";
import { preferences } from "../../shell/preferences.ts";
import { useKeys } from "../../shell/use-keys.ts";
import { paneCommands } from "./action-commands.ts";
import { AttachMenu } from "./attach-menu.tsx";
import { CompleteOutcome, useComplete } from "./complete-action.tsx";
import { KillDialog } from "./kill-dialog.tsx";
import { OutputDialog } from "./output-dialog.tsx";
import { SendBox } from "./send-box.tsx";

type Open = "none" | "send" | "output" | "kill";

/** What can be done to the pane; each is held against guards by the daemon. */
export function ActionBar({ pane, onLookAgain }: { pane: PaneItem; onLookAgain(): void }) {
  const [open, setOpen] = useState<Open>("none");
  const asCommand = useStore(preferences.asCommand);
  const sender = useRef<HTMLButtonElement>(null);
  const close = () => setOpen("none");
  const closeSend = () => {
    close();
    sender.current?.focus();
  };
  const hasAgent = pane.agent !== null;
  const { action: completing, complete } = useComplete(pane);
  // a word of squad's: only an agent that speaks it knows what is meant
  const completes = hasAgent && pane.signal !== null && pane.signal.type !== "complete";
  useKeys({
    s: () => (hasAgent ? setOpen("send") : false),
    v: () => setOpen("output"),
    x: () => (hasAgent ? setOpen("kill") : false),
    f: () => (completes ? complete() : false),
  });
  return (
    <section className="pane-actions" aria-label="Actions">
      <div className="actions">
        {hasAgent && (
          <button
            type="button"
            ref={sender}
            className="button"
            aria-expanded={open === "send"}
            onClick={() => setOpen("send")}
          >
            Send <kbd>s</kbd>
          </button>
        )}
        {completes && (
          <button type="button" className="button" disabled={completing.state.phase === "doing"} onClick={complete}>
            Complete task <kbd>f</kbd>
          </button>
        )}
        <button type="button" className="button" onClick={() => setOpen("output")}>
          View output <kbd>v</kbd>
        </button>
        <AttachMenu pane={pane} />
        {hasAgent && (
          <button type="button" className="button danger" onClick={() => setOpen("kill")}>
            Kill… <kbd>x</kbd>
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-pressed={asCommand}
          onClick={() => preferences.asCommand.set(!asCommand)}
        >
          As command <kbd>c</kbd>
        </button>
      </div>
      <CompleteOutcome action={completing} onLookAgain={onLookAgain} />
      {open === "send" && <SendBox pane={pane} onLookAgain={onLookAgain} onClose={closeSend} />}
      {open === "output" && <OutputDialog pane={pane} onClose={close} />}
      {open === "kill" && <KillDialog pane={pane} onClose={close} />}
      {asCommand && (
        <div className="commands">
          {paneCommands(pane).map((command) => (
            <CommandLine key={command} command={command} />
          ))}
        </div>
      )}
    </section>
  );
}

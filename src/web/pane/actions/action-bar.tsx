import { type ComponentType, Suspense, useRef, useState } from "react";
import { isFar } from "../../../core/fleet/is-far.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { IgnoredNote } from "../../answer/ignored-note.tsx";
import { useKeyGate } from "../../answer/use-key-gate.ts";
import { preferences } from "../../common/preferences.ts";
import { useKeys } from "../../common/use-keys.ts";
import { useMedia, WIDE } from "../../common/use-media.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { useStore } from "../../live/store.ts";
import { paneCommands } from "./action-commands.ts";
import { AttachMenu } from "./attach-menu.tsx";
import { CompleteOutcome, useComplete } from "./complete-action.tsx";
import { InterruptOutcome, useInterrupt } from "./interrupt-action.tsx";
import { KillDialog } from "./kill-dialog.tsx";
import { OutputDialog } from "./output-dialog.tsx";
import { QueueBox } from "./queue-box.tsx";
import { SendBox } from "./send-box.tsx";
import { WakeBox } from "./wake-box.tsx";

type Open = "none" | "send" | "output" | "diff" | "kill";

interface Props {
  pane: PaneItem;
  onLookAgain(): void;
  /** The dialog of what the agent has changed. */
  Review: ComponentType<{ pane: PaneItem; onClose(): void }>;
}

/** The actions on a pane; the daemon checks guards for each. On a phone the bar stays in view, with the rarer ones folded. */
export function ActionBar({ pane, onLookAgain, Review }: Props) {
  const [open, setOpen] = useState<Open>("none");
  const isWide = useMedia(WIDE);
  const [isUnfolded, setUnfolded] = useState(false);
  const showsAll = isWide || isUnfolded || pane.agent === null;
  const asCommand = useStore(preferences.asCommand);
  const sender = useRef<HTMLButtonElement>(null);
  const close = () => setOpen("none");
  const closeSend = () => {
    close();
    sender.current?.focus();
  };
  const hasAgent = pane.agent !== null;
  const { action: completing, complete } = useComplete(pane);
  // "complete" is a squad word: only agents that use squad signals understand it
  const completes = hasAgent && pane.signal !== null && pane.signal.type !== "complete";
  const { action: interrupting, interrupt } = useInterrupt(pane);
  const gate = useKeyGate(true, `${pane.runtime_id} ${pane.attention?.attention_id ?? ""}`, null);
  const viewChanges = () => (hasAgent ? setOpen("diff") : false);
  useKeys({
    s: (press) => (hasAgent ? gate.pass("s", press, () => setOpen("send")) : false),
    v: () => setOpen("output"),
    V: viewChanges,
    x: (press) => (hasAgent ? gate.pass("x", press, () => setOpen("kill")) : false),
    f: (press) => (completes ? gate.pass("f", press, complete) : false),
  });
  const waiting = (
    <div className="pane-waiting">
      <WakeBox pane={pane} />
      {!isFar(pane.identity) && <QueueBox key={pane.runtime_id} pane={pane} />}
      {asCommand && (
        <div className="commands">
          {paneCommands(pane).map((command) => (
            <CommandLine key={command} command={command} />
          ))}
        </div>
      )}
    </div>
  );
  return (
    <>
      {!isWide && waiting}
      <section className="pane-actions" aria-label="Actions" data-ready={gate.isReady}>
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
          {hasAgent && (
            <button
              type="button"
              className="button"
              // it keeps its place, so that no other button comes under the thumb when a turn begins or ends
              disabled={pane.state !== "running" || interrupting.state.phase === "doing"}
              onClick={(event) => gate.click(event, interrupt)}
            >
              Interrupt
            </button>
          )}
          {completes && (
            <button
              type="button"
              className="button"
              disabled={completing.state.phase === "doing"}
              onClick={(event) => gate.click(event, complete)}
            >
              Complete task <kbd>f</kbd>
            </button>
          )}
          {hasAgent && (
            <button type="button" className="button" onClick={() => setOpen("diff")}>
              Changes <kbd>V</kbd>
            </button>
          )}
          {!isWide && hasAgent && (
            <button
              type="button"
              className="button"
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {isUnfolded ? "Less" : "More"}
            </button>
          )}
          {showsAll && (
            <>
              <button type="button" className="button" onClick={() => setOpen("output")}>
                View output <kbd>v</kbd>
              </button>
              {!isFar(pane.identity) && <AttachMenu pane={pane} />}
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
            </>
          )}
        </div>
        <InterruptOutcome action={interrupting} onLookAgain={onLookAgain} />
        <CompleteOutcome action={completing} onLookAgain={onLookAgain} />
        {open === "send" && <SendBox pane={pane} onLookAgain={onLookAgain} onClose={closeSend} />}
        <IgnoredNote ignored={gate.ignored} />
      </section>
      {isWide && waiting}
      {open === "output" && <OutputDialog pane={pane} onClose={close} />}
      {open === "diff" && (
        <Suspense fallback={null}>
          <Review pane={pane} onClose={close} />
        </Suspense>
      )}
      {open === "kill" && <KillDialog pane={pane} onClose={close} />}
    </>
  );
}

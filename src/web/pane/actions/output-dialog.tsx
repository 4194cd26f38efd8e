import { Dialog } from "@base-ui/react/dialog";
import { useCallback, useEffect } from "react";
import type { ViewOutputReport } from "../../../core/protocol/actions/actions.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { Icon } from "../../common/icon.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { useLive } from "../../live/use-live.ts";
import { Refusal } from "./refusal.tsx";
import { useAction } from "./use-action.ts";

const LINES = 100;

/** The last lines of the pane as text to read, search and copy. */
export function OutputDialog({ pane, onClose }: { pane: PaneItem; onClose(): void }) {
  const { client } = useLive();
  const { ref } = pane;
  const { state, run } = useAction<ViewOutputReport>();
  const look = useCallback(() => void run(() => client.viewOutput({ ref, lines: LINES })), [client, ref, run]);
  useEffect(look, [look]);
  const text = state.phase === "done" ? state.report.lines.join("\n") : "";
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog output-dialog" data-keys="own">
          <Dialog.Title>
            Output of {pane.agent ?? pane.command} <span className="quiet-words">last {LINES} lines</span>
          </Dialog.Title>
          <Dialog.Close className="sheet-close" aria-label="Close">
            <Icon name="close" />
          </Dialog.Close>
          {state.phase === "refused" ? (
            <Refusal what="View output" fault={state.fault} onLookAgain={look} />
          ) : (
            <section className="output" aria-label="Output" aria-busy={state.phase === "doing"}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
              <pre tabIndex={0}>{state.phase === "done" ? text : "Reading…"}</pre>
            </section>
          )}
          <div className="dialog-actions">
            <CopyButton text={text} what="output" />
            <button type="button" className="button" onClick={look}>
              Read again
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

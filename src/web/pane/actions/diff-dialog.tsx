import { Dialog } from "@base-ui/react/dialog";
import { useCallback, useEffect } from "react";
import { nameOf } from "../../../core/lists/who.ts";
import type { DiffReport } from "../../../core/protocol/actions/changes.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { Icon } from "../../common/icon.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { TextLines } from "../../components/text-lines.tsx";
import { useLive } from "../../live/use-live.ts";
import { Refusal } from "./refusal.tsx";
import { useAction } from "./use-action.ts";

/** Shows the agent's uncommitted changes. */
export function DiffDialog({ pane, onClose }: { pane: PaneItem; onClose(): void }) {
  const { client } = useLive();
  const { ref } = pane;
  const { state, run } = useAction<DiffReport>();
  const look = useCallback(() => void run(() => client.diff({ ref })), [client, ref, run]);
  useEffect(look, [look]);
  const report = state.phase === "done" ? state.report : null;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog output-dialog" data-keys="own">
          <Dialog.Title>
            Changes of {nameOf(pane)} <span className="quiet-words">{report !== null && <Size report={report} />}</span>
          </Dialog.Title>
          <Dialog.Close className="sheet-close" aria-label="Close">
            <Icon name="close" />
          </Dialog.Close>
          {state.phase === "refused" ? (
            <Refusal what="View changes" fault={state.fault} onLookAgain={look} />
          ) : (
            <section className="output" aria-label="Changes" aria-busy={state.phase === "doing"}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
              <pre tabIndex={0}>{report === null ? "Reading…" : <Changes report={report} />}</pre>
            </section>
          )}
          <div className="dialog-actions">
            <CopyButton text={report?.diff ?? ""} what="diff" />
            <button type="button" className="button" onClick={look}>
              Read again
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Size({ report: { files, added, removed } }: { report: DiffReport }) {
  return files === 0 ? null : `${files} ${files === 1 ? "file" : "files"}, +${added} −${removed}`;
}

function Changes({ report: { diff, untracked, is_cut, directory } }: { report: DiffReport }) {
  if (diff === "" && untracked.length === 0) return `Nothing is uncommitted in ${directory}.`;
  const fresh = untracked.map((name) => `new file, not known to git: ${name}\n`).join("");
  return (
    <>
      {fresh}
      <TextLines text={diff} isDiff />
      {is_cut && "… and more: it is cut here"}
    </>
  );
}

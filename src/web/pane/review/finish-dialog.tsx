import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import { nameOf } from "../../../core/lists/who.ts";
import type { FinishHow, FinishReport } from "../../../core/protocol/actions/finish.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { Icon } from "../../common/icon.tsx";
import { FinishDone } from "./finish-done.tsx";
import { FinishPlan } from "./finish-plan.tsx";
import "./finish.css";

const HOWS: Readonly<Record<FinishHow, string>> = {
  commit: "commit on its branch",
  merge: "merge into the base",
  rebase: "rebase onto the base",
  squash: "squash into the base",
  pull_request: "open a pull request",
};

/** A button that opens the dialog in which an agent's work is finished. */
export function FinishWork({ pane, onFinished }: { pane: PaneItem; onFinished(): void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setIsOpen(true)}>
        Finish…
      </button>
      {isOpen && <FinishDialog pane={pane} onFinished={onFinished} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Shows each step of finishing, takes the message, and does it. */
function FinishDialog({ pane, onFinished, onClose }: { pane: PaneItem; onFinished(): void; onClose(): void }) {
  const [how, setHow] = useState<FinishHow>("commit");
  const [pushes, setPushes] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [done, setDone] = useState<FinishReport | null>(null);
  const isPushed = pushes || how === "pull_request";
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog finish-dialog" data-keys="own">
          <Dialog.Title>Finish the work of {nameOf(pane)}</Dialog.Title>
          <Dialog.Close className="sheet-close" aria-label="Close">
            <Icon name="close" />
          </Dialog.Close>
          {done === null ? (
            <>
              <div className="finish-choices">
                <label>
                  What to do{" "}
                  <select value={how} onChange={(event) => setHow(event.target.value as FinishHow)}>
                    {Object.entries(HOWS).map(([name, words]) => (
                      <option key={name} value={name}>
                        {words}
                      </option>
                    ))}
                  </select>
                </label>
                <label className="finish-check">
                  <input
                    type="checkbox"
                    checked={isPushed}
                    disabled={how === "pull_request"}
                    onChange={(event) => setPushes(event.target.checked)}
                  />{" "}
                  Push
                </label>
              </div>
              <FinishPlan
                key={`${how} ${isPushed}`}
                pane={pane}
                how={how}
                push={isPushed}
                message={message}
                onMessage={setMessage}
                onDone={(report) => {
                  setDone(report);
                  onFinished();
                }}
              />
            </>
          ) : (
            <FinishDone
              pane={pane}
              report={done}
              onTakenBack={() => {
                setDone(null);
                onFinished();
              }}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

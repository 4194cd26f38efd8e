import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useRef, useState } from "react";
import type { KillReport, KillSignal } from "../../../core/protocol/actions/actions.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { IgnoredNote } from "../../answer/ignored-note.tsx";
import { useKeyGate } from "../../answer/use-key-gate.ts";
import { preferences } from "../../common/preferences.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { useStore } from "../../live/store.ts";
import { useLive } from "../../live/use-live.ts";
import { targetSession } from "../../view/arrange.ts";
import { killCommand } from "./action-commands.ts";
import { KILL_CHOICES, killReportWords } from "./kill-words.ts";
import { Refusal } from "./refusal.tsx";
import { useAction } from "./use-action.ts";

/** Asks for confirmation, since killing cannot be undone: agent, place, signal. */
export function KillDialog({ pane, onClose }: { pane: PaneItem; onClose(): void }) {
  const { client } = useLive();
  const asCommand = useStore(preferences.asCommand);
  const [signal, setSignal] = useState<KillSignal>("INT");
  const { state, run, forget } = useAction<KillReport>();
  const gate = useKeyGate(true, signal, null);
  // the pane as it was when the dialog was opened
  const meant = useRef(pane).current;
  const cancel = useRef<HTMLButtonElement>(null);
  const who = meant.agent ?? meant.command;
  const chosen = KILL_CHOICES.find((choice) => choice.signal === signal) ?? KILL_CHOICES[0];
  const kill = () => {
    const guards = meant.runtime_id === null ? {} : { if_runtime: meant.runtime_id };
    void run(() => client.kill({ ref: meant.ref, signal, guards }));
  };
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog" data-keys="own" initialFocus={cancel}>
          <AlertDialog.Title>Kill {who}?</AlertDialog.Title>
          <AlertDialog.Description>
            {who} in <span className="place">{targetSession(meant)}</span>, window {meant.window_name}, pane{" "}
            {meant.identity.pane_id}. What it is at may be lost.
          </AlertDialog.Description>
          <fieldset className="kill-choices" disabled={state.phase === "doing"}>
            <legend className="visually-hidden">How</legend>
            {KILL_CHOICES.map((choice) => (
              <label key={choice.signal}>
                <input
                  type="radio"
                  name="signal"
                  checked={choice.signal === signal}
                  onChange={() => {
                    setSignal(choice.signal);
                    forget();
                  }}
                />
                <span>
                  <strong>{choice.verb}</strong> <code>SIG{choice.signal}</code>
                  <span className="quiet-words">{choice.about}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {asCommand && <CommandLine command={killCommand(meant, signal)} />}
          {state.phase === "refused" ? (
            <Refusal what="Kill" fault={state.fault} onLookAgain={onClose} />
          ) : (
            <p className="action-status" role="status">
              {state.phase === "doing" && "Sent; waiting for it to end…"}
              {state.phase === "done" && killReportWords(state.report, who)}
            </p>
          )}
          <IgnoredNote ignored={gate.ignored} />
          <div className="dialog-actions">
            <button
              type="button"
              className="button danger"
              disabled={state.phase === "doing"}
              onClick={(event) => gate.click(event, kill)}
            >
              {chosen?.verb} {who}
            </button>
            <AlertDialog.Close ref={cancel} className="button">
              {state.phase === "done" ? "Close" : "Cancel"}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

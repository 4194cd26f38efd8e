import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef } from "react";
import type { Fault } from "../../../core/protocol/base/fault.ts";
import { IgnoredNote } from "../../answer/ignored-note.tsx";
import { useKeyGate } from "../../answer/use-key-gate.ts";
import { FaultLine } from "./fault-line.tsx";

interface Props {
  title: string;
  /** Verb and object: `Remove vm1`. */
  verb: string;
  /** Explains the consequences. */
  children: ReactNode;
  isDoing: boolean;
  fault: Fault | null;
  /** How to resolve a refusal. */
  advice?: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before an action that cannot be undone, and shows its refusal. */
export function ConfirmDialog({ title, verb, children, isDoing, fault, advice, onConfirm, onClose }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  const gate = useKeyGate(true, verb, null);
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="confirm" data-keys="own" initialFocus={cancel}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="confirm-words">
            {children}
          </AlertDialog.Description>
          {fault !== null && (
            <>
              <FaultLine what={verb} fault={fault} />
              {advice}
            </>
          )}
          <IgnoredNote ignored={gate.ignored} />
          <div className="confirm-actions">
            <button
              type="button"
              className="button verb-danger"
              disabled={isDoing}
              onClick={(event) => gate.click(event, onConfirm)}
            >
              {isDoing ? `${verb}…` : verb}
            </button>
            <AlertDialog.Close ref={cancel} className="button">
              Cancel
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

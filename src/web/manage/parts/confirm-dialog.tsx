import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef } from "react";
import type { Fault } from "../../../core/protocol/fault.ts";
import { FaultLine } from "./fault-line.tsx";

interface Props {
  title: string;
  /** Verb and object: `Remove vm1`. */
  verb: string;
  /** What it means. */
  children: ReactNode;
  isDoing: boolean;
  fault: Fault | null;
  /** What to do about the refusal. */
  advice?: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** What cannot be undone asks first. A refusal is shown here, where it was asked for. */
export function ConfirmDialog({ title, verb, children, isDoing, fault, advice, onConfirm, onClose }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
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
          <div className="confirm-actions">
            <button type="button" className="button verb-danger" disabled={isDoing} onClick={onConfirm}>
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

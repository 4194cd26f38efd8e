import { FaultLine } from "./fault-line.tsx";
import type { Asked } from "./use-asked.ts";

/** Instead of a list that the daemon has not told yet, or above one that may be old. Nothing while it is known. */
export function NotKnown({ what, asked }: { what: string; asked: Asked<unknown> }) {
  if (asked.fault !== null)
    return (
      <FaultLine what={what} fault={asked.fault}>
        <button type="button" className="button" onClick={() => void asked.again()}>
          Ask again
        </button>
      </FaultLine>
    );
  return asked.value === null ? <p className="quiet-words">Asking the daemon…</p> : null;
}

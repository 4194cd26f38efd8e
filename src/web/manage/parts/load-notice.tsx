import { RetryWords } from "../../components/retry-words.tsx";
import { FaultLine } from "./fault-line.tsx";
import type { Asked } from "./use-asked.ts";

/** Shown while a list is loading, or above one that failed to refresh. Nothing otherwise. */
export function LoadNotice({ what, asked }: { what: string; asked: Asked<unknown> }) {
  const { fault, retryAt, value } = asked;
  if (fault !== null)
    return (
      <FaultLine what={what} fault={fault}>
        <RetryWords at={retryAt} />
        <button type="button" className="button" onClick={() => void asked.again()}>
          Try now
        </button>
      </FaultLine>
    );
  return value === null ? <p className="quiet-words">Asking the daemon…</p> : null;
}

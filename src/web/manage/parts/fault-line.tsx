import type { ErrorBody } from "../../../core/protocol/base/errors.ts";
import { Words } from "../../components/words.tsx";
import { HOW_TO_ACT } from "../../view/key-words.ts";

interface Props {
  /** The attempted action: `Spawn`. */
  what: string;
  fault: Pick<ErrorBody, "code" | "message">;
  /** How to resolve it. */
  children?: React.ReactNode;
}

/** Shows a refusal or failure with the daemon's own message, beside the control that caused it. */
export function FaultLine({ what, fault, children }: Props) {
  return (
    <div className="action-status refused" role="alert">
      <p>
        {what}: <strong>{fault.message}</strong>
        {fault.code === "E_UNAUTHORIZED" && (
          <>
            . <Words text={HOW_TO_ACT} />
          </>
        )}{" "}
        <code>{fault.code}</code>
      </p>
      {children}
    </div>
  );
}

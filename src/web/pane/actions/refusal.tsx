import type { Fault } from "../../../core/protocol/base/fault.ts";
import { Words } from "../../components/words.tsx";
import { refusalWords } from "../../view/action-words.ts";
import { HOW_TO_ACT } from "../../view/key-words.ts";

interface Props {
  what: string;
  fault: Fault;
  onLookAgain(): void;
  /** Another button, if there is a way around the refusal. */
  children?: React.ReactNode;
}

/** Which guard refused, its message, and what to do about it. */
export function Refusal({ what, fault, onLookAgain, children }: Props) {
  return (
    <div className="action-status refused" role="alert">
      <p>
        {refusalWords({ phase: "refused", what, fault })}
        <strong>{fault.message}</strong>
        {fault.code === "E_UNAUTHORIZED" && (
          <>
            . <Words text={HOW_TO_ACT} />
          </>
        )}{" "}
        <code>{fault.code}</code>
      </p>
      {children}
      <button type="button" className="button" onClick={onLookAgain}>
        Look again
      </button>
    </div>
  );
}

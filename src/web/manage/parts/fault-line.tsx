import type { ErrorBody } from "../../../core/protocol/errors.ts";
import { Words } from "../../components/words.tsx";
import { HOW_TO_ACT } from "../../view/key-words.ts";

interface Props {
  /** What was tried: `Spawn`. */
  what: string;
  fault: Pick<ErrorBody, "code" | "message">;
  /** What can be done about it. */
  children?: React.ReactNode;
}

/** What the daemon refused or failed at, in its own words, where it was asked for. */
export function FaultLine({ what, fault, children }: Props) {
  return (
    <div className="deed refused" role="alert">
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

import { Fault } from "../../core/protocol/fault.ts";

/** The command itself is sh (src/remote/agtmux.sh), to which bin/agtmux leads without starting Node. */
export function runCommand(): never {
  throw new Fault(
    "E_USAGE",
    "run stands right after agtmux, and the program's words after --: agtmux run -- make test",
  );
}

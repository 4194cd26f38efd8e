import { Fault } from "../../core/protocol/base/fault.ts";

/** `run` is implemented in sh (src/remote/agtmux.sh); bin/agtmux calls it directly, without starting Node. */
export function runCommand(): never {
  throw new Fault(
    "E_USAGE",
    "run stands right after agtmux, and the program's words after --: agtmux run -- make test",
  );
}

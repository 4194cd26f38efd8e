import { Fault } from "../../core/protocol/base/fault.ts";

export function targetExists({ target_name }: { target_name: string }): Fault {
  return new Fault("E_TARGET_EXISTS", `there is a target "${target_name}" already`, { target: target_name });
}

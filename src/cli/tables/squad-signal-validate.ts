import type { CommandTable } from "./command-table.ts";
import { SQUAD_SIGNAL, STRICT_OPTION } from "./squad-signal.ts";

export const SQUAD_SIGNAL_VALIDATE = {
  name: "squad-signal-validate",
  summary: "check the payload of a squad signal, and write nothing",
  usage: [
    "agtmux squad-signal-validate <type> '<json>'|- [options]",
    "squad-signal-validate <type> '<json>'|- [options]",
  ],
  about: `Checks a payload as 'squad-signal' does, and writes nothing. The exit code is 0 if the payload fits. Otherwise it is 2, and every fault
is listed.`,
  arguments: SQUAD_SIGNAL.arguments,
  options: STRICT_OPTION,
  examples: [`squad-signal-validate completing '{"taskId":"t-1","currentStep":"closing","progress":50}'`],
} as const satisfies CommandTable;

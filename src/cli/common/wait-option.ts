import type { Wait } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { STATE_PRECEDENCE } from "../../core/protocol/base/state-names.ts";
import { spanOf } from "./action-options.ts";

/** Lets --wait stand without a value: then the next word is not one that it takes. */
export function withBareWait(args: readonly string[]): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return args.map((word, index) => {
    if (word !== "--wait" || index >= end) return word;
    return isWait(args[index + 1] ?? "") ? word : "--wait=settled";
  });
}

/** The fields of a request that say what to wait for, and how long. */
export function waitOf({ wait, timeout }: { wait?: string; timeout?: string }): { wait?: Wait; timeout_ms?: number } {
  if (wait === undefined && timeout !== undefined) throw new Fault("E_USAGE", "--timeout needs --wait");
  if (wait !== undefined && !isWait(wait))
    throw new Fault("E_USAGE", `--wait wants accepted, or states such as completed,waiting, not "${wait}"`);
  return {
    ...(wait !== undefined && { wait: parse(wait) }),
    ...(timeout !== undefined && { timeout_ms: spanOf("--timeout", timeout) }),
  };
}

const WORDS: readonly string[] = [...STATE_PRECEDENCE, "waiting"];

function isWait(text: string): boolean {
  return text === "accepted" || text === "settled" || text.split(",").every((word) => WORDS.includes(word));
}

function parse(text: string): Wait {
  if (text === "accepted" || text === "settled") return text;
  const states = text
    .split(",")
    .flatMap((word) => (word === "waiting" ? ["waiting_approval", "waiting_input"] : [word]));
  return states as Exclude<Wait, string>;
}

import { Fault } from "../../core/protocol/base/fault.ts";
import { readSecret } from "../base/secret-reference.ts";

/** The key that a reference names; null if none is configured. */
export function readKey(reference: string, environment: NodeJS.ProcessEnv): string | null {
  if (reference === "") return null;
  const key = named(reference, environment);
  if (/[^\x21-\x7e]/.test(key)) throw unusable(`${reference} holds no key: a key is one word of plain letters`);
  return key;
}

function named(reference: string, environment: NodeJS.ProcessEnv): string {
  try {
    return readSecret(reference, environment);
  } catch (cause) {
    throw unusable(cause instanceof Error ? cause.message : String(cause));
  }
}

function unusable(why: string): Fault {
  return new Fault("E_CLASSIFIER_CONFIG", `classifier_key: ${why}`);
}

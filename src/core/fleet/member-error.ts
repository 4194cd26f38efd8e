import { memberTarget } from "./fleet-names.ts";
import { isJsonBody } from "./json-body.ts";
import { memberRef } from "./own-ref.ts";

/** An error that a member told, with its panes as they are named here. If it names none, as with a path, it begins with the member's name. */
export function memberError<T extends { message: string; details?: unknown }>(error: T, member: string): T {
  const message = memberWords(error.message, member);
  return {
    ...error,
    message: namesMember(message, member) ? message : `${member}: ${message}`,
    ...(isJsonBody(error.details) && { details: memberDetails(error.details, member) }),
  };
}

/** Refs (`pane:host/work/@1/%3`) and short ones (`host/%3`) with the member's name before their target. */
export function memberWords(words: string, member: string): string {
  return words
    .replaceAll(/(?<![\w./@:-])(pane|window|session):(?=[a-z0-9][a-z0-9_-]*\/)/g, `$1:${member}.`)
    .replaceAll(/(?<![\w./@:-])[a-z0-9][a-z0-9_-]*\/%\d+/g, `${member}.$&`);
}

function memberDetails({ ref, target, ...rest }: Record<string, unknown>, member: string): Record<string, unknown> {
  return {
    ...rest,
    ...(ref !== undefined && { ref: typeof ref === "string" ? memberRef(ref, member) : ref }),
    ...(target !== undefined && { target: typeof target === "string" ? memberTarget(member, target) : target }),
  };
}

function namesMember(words: string, member: string): boolean {
  return new RegExp(`(^|\\bon )${member}(?=[ :,;]|$)|(^|[\\s':])${member}\\.[a-z0-9_-]+/`).test(words);
}

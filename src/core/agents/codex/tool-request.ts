import { type Payload, parsePayload, textAt, valueAt } from "../../adapter/payload.ts";
import { readCommand } from "../../rules/read-command.ts";
import type { ToolRequest } from "../../rules/tool-request.ts";

export const COMMAND = "item/commandExecution/requestApproval";
export const FILES = "item/fileChange/requestApproval";

/** Fields of a request that are read here, or change neither what is run nor where. Any other one must be empty. */
const FIELDS = new Set([
  ...["threadId", "turnId", "itemId", "startedAtMs", "kind", "reason", "command", "cwd"],
  ...["commandActions", "proposedExecpolicyAmendment", "availableDecisions", "environmentId"],
]);
const SHELL = /^(?:\/usr)?\/bin\/(?:ba|z|da)?sh$/;

/**
 * Reads the command or file change that an approval is for. A file change does not name its files, and a field that is not
 * known here may do more: such requests can be denied by a rule, but not allowed.
 */
export function toolRequest(text: string): ToolRequest | null {
  const payload = parsePayload(text);
  const cwd = textAt(payload, "params", "cwd") ?? "";
  switch (textAt(payload, "method")) {
    case COMMAND:
      return { tool: "Bash", cwd, command: payload === null ? null : commandIn(payload), paths: null };
    case FILES:
      return { tool: "apply_patch", cwd, command: null, paths: null };
    default:
      return null;
  }
}

function commandIn(payload: Payload): string | null {
  const params = valueAt(payload, "params");
  const filled = Object.entries(params ?? {}).filter(([, value]) => value !== null);
  const isHere = ["local", null].includes(textAt(params, "environmentId") ?? null);
  const isRun = (textAt(params, "kind") ?? "command") === "command";
  const isKnown = filled.every(([field]) => FIELDS.has(field));
  return isHere && isRun && isKnown && textAt(params, "cwd") !== undefined
    ? unwrapped(textAt(params, "command"))
    : null;
}

/** The text that the shell is given; null if the call is not plainly that of a shell. */
function unwrapped(command = ""): string | null {
  const read = readCommand(command);
  const [part, ...others] = read.ok ? read.parts : [];
  if (part === undefined || others.length > 0 || part.assigns.length > 0 || part.redirects.length > 0) return null;
  const [shell = "", option = "", text, ...more] = part.argv;
  return SHELL.test(shell) && /^-l?c$/.test(option) && more.length === 0 ? (text ?? null) : null;
}

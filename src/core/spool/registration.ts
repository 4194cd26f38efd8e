import { z } from "zod";
import { isUsablePath } from "../adapter/own-path.ts";
import { parseOutside } from "../text/parse-outside.ts";

const UNUSABLE = "it is too long, has a zero byte or leads back up";

/** A pane that registers to signal, and its status file. */
export const Registration = z.object({
  session_id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, "letters, digits, dot, dash and underscore only"),
  workspace_id: z.string().min(1),
  workspace: z.string().startsWith("/", "an absolute path").refine(isUsablePath, UNUSABLE),
  status_file: z.string().startsWith("/", "an absolute path").refine(isUsablePath, UNUSABLE),
  pane_id: z.string().regex(/^%\d+$/, "a tmux pane id such as %3"),
  tmux_server_pid: z.number().int().positive(),
});
export type Registration = z.infer<typeof Registration>;

export type RegistrationResult = { ok: true; registration: Registration } | { ok: false; fault: string };

export function parseRegistration(text: string): RegistrationResult {
  let value: unknown;
  try {
    value = parseOutside(text);
  } catch {
    return { ok: false, fault: "the registration is not JSON" };
  }
  const parsed = Registration.safeParse(value);
  if (!parsed.success) {
    return {
      ok: false,
      fault: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "),
    };
  }
  const fault = misplacedStatusFile(parsed.data);
  return fault === null ? { ok: true, registration: parsed.data } : { ok: false, fault };
}

/** The file must be named after its session, so that no one can register a file of their own choice. */
export function misplacedStatusFile({ status_file, session_id }: Registration): string | null {
  return status_file.endsWith(`/.schmux/signal/${session_id}`)
    ? null
    : "status_file: not .schmux/signal/<session_id> in a workspace";
}

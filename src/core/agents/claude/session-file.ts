import type { KnownMetadata, Reading, SecondSource } from "../../adapter/adapter.ts";
import { level } from "../../adapter/evidence.ts";
import { given, type Payload, parsePayload, textAt, valueAt } from "../../adapter/payload.ts";
import type { Level } from "../../protocol/events/event.ts";

/** One file per running process: `busy`, `waiting`, `idle`, or `shell` where only a command in the background runs; nothing during the dialogs of a first start. */
export const SESSION_FILE: SecondSource = { unit: "file", path, read };

function path({ home, pid, transcript }: KnownMetadata): string | null {
  // the folder may be elsewhere; the transcript is in the same one
  const folder = transcript?.match(/^(.*)\/projects\/[^/]+\/[^/]+$/)?.[1] ?? (home === null ? null : `${home}/.claude`);
  return folder === null ? null : `${folder}/sessions/${pid}.json`;
}

function read(text: string): Reading[] {
  const file = parsePayload(text);
  const evidence = file && levelOf(file);
  if (!evidence) return [];
  const shells = shellsOf(file);
  const changedAt = valueAt(file, "statusUpdatedAt");
  const pid = valueAt(file, "pid");
  return [
    {
      source: "session_file",
      event_type: `claude.${textAt(file, "status")}`,
      message: "",
      evidence: { ...evidence, ...(typeof changedAt === "number" && { changed_at: changedAt }) },
      ...given({ session_id: textAt(file, "sessionId"), cwd: textAt(file, "cwd"), version: textAt(file, "version") }),
      ...(typeof pid === "number" && { pid }),
      ...(shells !== undefined && { doing: { shells } }),
    },
  ];
}

function levelOf(file: Payload): Level | null {
  // its conversation was moved into another process (its view of agents), which it only displays
  if (textAt(file, "parkedJobId") !== undefined) return level("rest", { withdrawn: true });
  switch (textAt(file, "status")) {
    case "busy":
      return level("busy", { blind: true });
    case "waiting":
      return level("ask", { blind: true, ...kindOf(textAt(file, "waitingFor")) });
    // the turn is over; a command that it started still runs
    case "shell":
    // after done, interrupted, denied and failed turns alike
    case "idle":
      return level("rest", { blind: true });
    default:
      return null;
  }
}

/** Whether commands run on after the turn: some (null), or none. */
function shellsOf(file: Payload): null | 0 | undefined {
  const status = textAt(file, "parkedJobId") === undefined && textAt(file, "status");
  return status === "shell" ? null : status === "idle" ? 0 : undefined;
}

function kindOf(waitingFor: string | undefined): Pick<Level, "state"> {
  if (waitingFor === "permission prompt") return { state: "waiting_approval" };
  return waitingFor === "input needed" ? { state: "waiting_input" } : {};
}

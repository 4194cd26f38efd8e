import { Fault } from "../../core/protocol/fault.ts";

export function fileFault(path: string, cause: unknown): Fault {
  const { code, message } = cause as NodeJS.ErrnoException;
  // what the system says names the path already
  const sentence = code === undefined ? `${path} ${message}` : message;
  return new Fault(
    code === "ENOSPC" ? "E_DISK_FULL" : "E_SIGNAL_FILE",
    `${sentence}; the signal was not sent (SQUAD_SIGNAL_DIR names another directory)`,
    { path },
    cause,
  );
}

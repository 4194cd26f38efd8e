import { Fault } from "../../core/protocol/base/fault.ts";

export function fileFault(path: string, cause: unknown): Fault {
  const { code, message } = cause as NodeJS.ErrnoException;
  // system messages already name the path
  const sentence = code === undefined ? `${path} ${message}` : message;
  return new Fault(
    code === "ENOSPC" ? "E_DISK_FULL" : "E_SIGNAL_FILE",
    `${sentence}; the daemon gets the signal all the same, those who read the files do not (SQUAD_SIGNAL_DIR names another directory)`,
    { path },
    cause,
  );
}

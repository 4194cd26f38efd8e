import { ERRORS } from "../core/protocol/base/error-codes.ts";
import { firstLineOf, stackOf } from "./base/failures.ts";
import type { Log } from "./base/log.ts";
import type { Problems } from "./base/problems.ts";

export interface UnhandledDeps {
  problems: Pick<Problems, "raise">;
  log: Pick<Log, "error" | "fatal">;
  /** Defaults to the process; replaced in tests. */
  on?: (event: "unhandledRejection" | "uncaughtException", listener: (error: unknown) => void) => unknown;
  end?: (stack: string) => void;
}

/**
 * Handles unhandled errors. A rejected promise has ended one task, and `keepRunning` restarts what must go on: it is
 * logged, is a problem until the next start, and the daemon continues. An exception has aborted a callback, perhaps
 * losing replies of tmux, so that later ones would be taken for them: continuing is not safe, and the daemon exits.
 */
export function reportUnhandled({ problems, log, on = onProcess, end = endProcess }: UnhandledDeps): void {
  on("unhandledRejection", (error) => {
    const words = `something failed that nobody had expected: ${firstLineOf(error)}. The daemon goes on; daemon.log tells more. Should something stand still: agtmux daemon restart`;
    problems.raise("E_INTERNAL", words, "unhandled");
    log.error({ err: stackOf(error) }, "nobody handled a rejected promise");
  });
  on("uncaughtException", (error) => {
    log.fatal({ err: stackOf(error) }, "nobody handled an exception: the daemon ends");
    end(stackOf(error));
  });
}

function onProcess(event: string, listener: (error: unknown) => void): void {
  process.on(event, listener);
}

/** stderr is daemon.err if the daemon was started in the background. */
function endProcess(stack: string): void {
  process.stderr.write(`agtmuxd: ${stack}\n`);
  process.exit(ERRORS.E_INTERNAL.exit);
}

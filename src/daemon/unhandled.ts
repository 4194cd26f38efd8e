import { ERRORS } from "../core/protocol/error-codes.ts";
import { firstLineOf, stackOf } from "./failures.ts";
import type { Log } from "./log.ts";
import type { Problems } from "./problems.ts";

export interface UnhandledDeps {
  problems: Pick<Problems, "raise">;
  log: Pick<Log, "error" | "fatal">;
  /** The process itself, but for tests. */
  on?: (event: "unhandledRejection" | "uncaughtException", listener: (error: unknown) => void) => unknown;
  end?: (stack: string) => void;
}

/**
 * What nobody handled. A rejected promise has ended one piece of work, and whatever must go on is begun again by whoever
 * keeps it running: it is logged, it is a problem until the next start, and the daemon goes on. An exception has left a
 * callback in the middle, and answers of tmux may be lost with it, so that the next ones would be taken for them: going on
 * is not safe, and the daemon ends.
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

/** Its standard error is daemon.err, where it was started in the background. */
function endProcess(stack: string): void {
  process.stderr.write(`agtmuxd: ${stack}\n`);
  process.exit(ERRORS.E_INTERNAL.exit);
}

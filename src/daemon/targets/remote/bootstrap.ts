import { randomUUID } from "node:crypto";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { type Bootstrap, parseBootstrap } from "../../../core/signals/watcher-bootstrap.ts";
import type { Executor } from "../executor/executor.ts";
import type { MachineFacts } from "../machine/machine.ts";
import { bootstrapText } from "../watcher/bootstrap-text.ts";

/** Facts about a machine that is ready for use. */
export interface Bootstrapped extends MachineFacts {
  /** Path of tmux on that machine. */
  tmux: string;
  /** Path of the watcher script. */
  watcher: string;
  /** Directory of the FIFOs that name our tmux clients there. */
  clients: string;
  /** Directory of the FIFOs that our tmux pipes there write into. */
  pipes: string;
}

const BOOTSTRAP_MS = 30_000;
/** These paths become words of a remote command, so they must be safe in any login shell. */
const PLAIN_PATH = /^[A-Za-z0-9/._+@-]+$/;

/**
 * Prepares our directory on a machine and collects its facts. Throws a Fault with advice where something is missing.
 */
export async function bootstrap(executor: Executor, host: string, daemonId: string): Promise<Bootstrapped> {
  const machine = await askMachine(executor, host, daemonId);
  const { home, userHome, tmux, tmuxVersion, boot, watcher, clients, unwritable, missingTools } = machine;
  if (unwritable !== null) throw unusable(host, `${home} cannot be written there: ${unwritable}`);
  if (missingTools.length > 0) throw unusable(host, `these programs are missing there: ${missingTools.join(", ")}`);
  if (tmux === null) {
    const words = `tmux is not installed on ${host}: install it there with its system's packages (apt-get install tmux, brew install tmux)`;
    throw new Fault("E_TMUX_MISSING", words, { host });
  }
  const odd = [watcher, clients, tmux].find((path) => !PLAIN_PATH.test(path));
  if (odd !== undefined)
    throw unusable(
      host,
      `the path ${JSON.stringify(odd)} has characters that agtmux does not take: set AGTMUX_HOME there`,
    );
  return { boot, tmuxVersion, userHome, tmux, watcher, clients, pipes: `${home}/remote/pipes/${daemonId}` };
}

/** Rejects only when the machine's output cannot be parsed. */
export async function askMachine(executor: Executor, host: string, daemonId: string): Promise<Bootstrap> {
  const marker = `agtmux-${randomUUID()}`;
  const input = bootstrapText({ daemonId, marker });
  const ran = await executor.run(["sh", "-s"], { input, timeoutMs: BOOTSTRAP_MS });
  const parsed = parseBootstrap(ran.stdout, marker);
  if (parsed.ok) return parsed.bootstrap;
  throw unusable(host, `its sh did not do as it was told: ${ran.stderr.trim() || parsed.fault}`);
}

function unusable(host: string, why: string): Fault {
  return new Fault("E_TARGET_UNUSABLE", `${host} cannot be used: ${why}`, { host });
}

import { join, resolve } from "node:path";
import { ERRORS } from "../../core/protocol/base/error-codes.ts";
import type { ServicePlan } from "../../core/service/service-plan.ts";

/** Which variables of the shell that installs it the daemon keeps; a supervisor's own PATH finds neither nvm's Node nor Homebrew's tmux. */
const KEPT = ["PATH", "TMUX_TMPDIR", "AGTMUX_TMUX_SOCKET", "LANG", "LC_ALL", "LC_CTYPE"];

export interface ServiceWish {
  home: string;
  tmuxSocket: string | undefined;
  port: string | undefined;
}

export function planService({ home, tmuxSocket, port }: ServiceWish, env: NodeJS.ProcessEnv): ServicePlan {
  const kept = KEPT.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === "" || /[\u0000-\u001f\u007f]/.test(value) ? [] : [[name, value] as const];
  });
  const wanted = port ?? env.AGTMUX_PORT;
  return {
    command: [programPath(), "daemon", "run"],
    environment: {
      ...Object.fromEntries(kept),
      AGTMUX_HOME: home,
      ...(tmuxSocket !== undefined && { AGTMUX_TMUX_SOCKET: tmuxSocket }),
      ...(wanted !== undefined && wanted !== "" && { AGTMUX_PORT: wanted }),
    },
    errors: join(home, "daemon.err"),
    inUse: ERRORS.E_DAEMON_RUNNING.exit,
  };
}

/** Of this installation; every update replaces it in place. */
export function programPath(): string {
  return resolve(__dirname, "..", "bin", "agtmux");
}

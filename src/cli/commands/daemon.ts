import { Fault } from "../../core/protocol/base/fault.ts";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import type { Context } from "../common/context.ts";
import { loadBundle } from "../common/load-bundle.ts";
import { readOptions } from "../common/options.ts";
import { withLink } from "../common/with-link.ts";
import { daemonStatus, startDaemon, stopDaemon } from "../daemon/daemon-life.ts";
import { restartDaemon } from "../daemon/restart-daemon.ts";
import { renderStatus } from "../render/status.ts";
import { DAEMON } from "../tables/daemon.ts";

export async function daemonCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(DAEMON, args);
  const [action = "status", ...rest] = positionals;
  if (rest.length > 0)
    throw new Fault("E_USAGE", `"${rest[0]}" is one word too many; 'agtmux help daemon' shows what there is`);
  const flags = [
    ...(context.tmuxSocket ? ["--tmux-socket", context.tmuxSocket] : []),
    ...(values.port === undefined ? [] : ["--port", values.port]),
  ];
  const show = async (status: DaemonStatus) => {
    const linked = await withLink(status, context.client);
    context.out(values.json ? JSON.stringify(linked) : renderStatus(linked));
  };
  switch (action) {
    case "run":
      process.argv = [process.argv[0] as string, "agtmuxd", ...flags];
      loadBundle("daemon");
      return;
    case "start":
    case "restart": {
      const running = await (action === "start" ? startDaemon : restartDaemon)(flags, context);
      if (values.port !== undefined && values.port !== "0" && values.port !== String(running.port))
        context.note(
          `agtmux: the daemon listens on port ${running.port}, not ${values.port}: restart it, or free that port`,
        );
      return show(running);
    }
    case "stop":
      return context.out((await stopDaemon(context)) ? "agtmuxd has stopped" : "agtmuxd was not running");
    case "status":
      return show(await daemonStatus(context));
    default:
      throw new Fault("E_USAGE", `daemon wants one of run, start, stop, restart, status, not "${action}"`);
  }
}

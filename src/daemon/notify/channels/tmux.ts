import { isFar } from "../../../core/fleet/is-far.ts";
import { tmuxMessage } from "../../../core/notify/templates/tmux-message.ts";
import type { Notification } from "../../../core/protocol/notify/notify.ts";
import { type Channel, type ChannelDeps, ChannelFault } from "./channel.ts";
import type { SettingsOf } from "./settings-of.ts";
import { WindowFlags } from "./window-flags.ts";

type Deps = Pick<ChannelDeps, "runTmux" | "localTargets" | "panes" | "onChange" | "delivery" | "clock" | "log">;

const CLIENT = "#{client_control_mode} #{pane_id} #{client_name}";

/** Shows a message in the clients of this machine's tmux servers, and flags the window with attention on any target. */
export function createTmux(name: string, { show, duration }: SettingsOf<"tmux">, deps: Deps): Channel {
  const flags = show === "message" ? null : new WindowFlags(name, deps);
  return {
    name,
    kind: "tmux",
    async send(notification, signal) {
      // a test belongs to no window, and a pane of another member to none here
      const isTest = notification.ref === "";
      const isElsewhere = isTest || isFar(notification.identity);
      const flagged = isElsewhere
        ? undefined
        : await flags?.raise(notification, signal).catch((cause: unknown) => cause);
      if (flagged instanceof Error && show === "flag")
        throw new ChannelFault("its window could not be flagged: tmux does not answer there", { cause: flagged });
      if (show === "flag" && !isTest) return;
      const told = await tell(notification, duration, deps, signal);
      // a flag is enough: it is seen by the next client that attaches
      if (told === 0 && (isElsewhere || flags === null || flagged instanceof Error))
        throw new ChannelFault("nobody is attached to a tmux server of this machine");
    },
    close: async () => flags?.close(),
  };
}

/** Number of clients that know of it; clients that show the pane get no message but count. */
async function tell(notification: Notification, duration: number | undefined, deps: Deps, signal: AbortSignal) {
  const { identity, ref } = notification;
  const text = tmuxMessage(notification);
  // by default the user's own tmux setting; tmux freezes output while a message is shown
  const stay = duration === undefined ? [] : ["-d", String(Math.round(duration))];
  let told = 0;
  for (const target of deps.localTargets()) {
    const listed = await deps.runTmux(target, ["list-clients", "-F", CLIENT], signal).catch(() => "");
    for (const line of listed.split("\n")) {
      const [, control, pane, client] = /^([01]) (%\d+) (.+)$/.exec(line) ?? [];
      if (client === undefined || control === "1") continue;
      const isInFront = ref !== "" && target === identity.target && pane === identity.pane_id;
      if (isInFront) told += 1;
      else
        told += await deps
          .runTmux(target, ["display-message", "-c", client, ...stay, "--", text], signal)
          .then(() => 1)
          // detached meanwhile
          .catch(() => 0);
    }
  }
  return told;
}

import { AGENTS } from "../../core/agents/registry.ts";
import type { TargetItem } from "../../core/protocol/daemon/targets.ts";
import type { Context } from "../common/context.ts";
import { loadSettings } from "../common/load-settings.ts";
import { LocalMachine } from "./local-machine.ts";
import type { Machine } from "./machine.ts";
import { SshMachine } from "./ssh-machine.ts";

/** Opens the machine of a target, or this one for null. */
export async function openMachine(
  context: Context,
  target: Pick<TargetItem, "kind" | "ssh_target"> | null,
): Promise<Machine> {
  const kind = target?.kind ?? "local";
  switch (kind) {
    case "local":
      return new LocalMachine(context.home);
    case "ssh":
      return openOverSsh(context, target?.ssh_target ?? "");
    default:
      return kind satisfies never;
  }
}

function openOverSsh(context: Context, host: string): Promise<Machine> {
  const { ssh_config } = loadSettings(context).settings;
  const variables = AGENTS.flatMap(({ integration }) => integration?.variables ?? []);
  return SshMachine.open({ host, sshConfig: ssh_config === "" ? null : ssh_config }, variables);
}

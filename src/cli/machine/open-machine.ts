import { AGENTS } from "../../core/agents/registry.ts";
import type { TargetItem } from "../../core/protocol/targets.ts";
import type { Context } from "../context.ts";
import { loadSettings } from "../load-settings.ts";
import { LocalMachine } from "./local-machine.ts";
import type { Machine } from "./machine.ts";
import { SshMachine } from "./ssh-machine.ts";

/** The machine that a target is on; this one for none. */
export async function openMachine(context: Context, target: TargetItem | null): Promise<Machine> {
  if (target === null || target.ssh_target === null) return new LocalMachine(context.home);
  const { ssh_config } = loadSettings(context).settings;
  const destination = { host: target.ssh_target, sshConfig: ssh_config === "" ? null : ssh_config };
  const variables = AGENTS.flatMap(({ integration }) => integration?.variables ?? []);
  return SshMachine.open(destination, variables);
}

import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { NewTarget, TargetItem, TargetKind } from "../../core/protocol/daemon/targets.ts";
import { confirm } from "../common/confirm.ts";
import type { Context } from "../common/context.ts";
import { findTarget } from "../common/find-target.ts";
import { readOptions } from "../common/options.ts";
import { withDefaultAction } from "../common/with-default-action.ts";
import { renderDoctor } from "../render/doctor.ts";
import { renderTargets } from "../render/targets.ts";
import { plain } from "../render/words.ts";
import { TARGET } from "../tables/target.ts";

type Action = (args: string[], context: Context) => Promise<void>;

const ACTIONS: Record<keyof typeof TARGET.subcommands, Action> = { add, connect, list, remove, doctor };

export async function targetCommand(words: string[], context: Context): Promise<void> {
  const [action, ...args] = withDefaultAction(words, "list");
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : undefined;
  if (run === undefined)
    throw new Fault("E_USAGE", `target wants one of ${Object.keys(ACTIONS).join(", ")}, not "${action}"`);
  await run(args, context).catch((error: unknown) => {
    const { code, message, details } = asFault(error);
    // parts of the message come from ssh or from the remote machine
    throw code === "E_INTERNAL" ? error : new Fault(code, plain(message), details, error);
  });
}

async function add(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(TARGET.subcommands.add, args);
  const name = onlyName("add", positionals);
  await context.client.addTarget(newTarget(name, values.kind, values["ssh-target"], context.tmuxSocketOption));
  try {
    context.out(connected(await context.client.connectTarget(name)));
  } catch (error) {
    const { code, message, details } = asFault(error);
    const words = `${name} is added, but ${message}; it is tried again by itself, or now with: agtmux target connect ${name} (forget it with: agtmux target remove ${name})`;
    throw new Fault(code, words, details, error);
  }
}

async function connect(args: string[], context: Context): Promise<void> {
  const { positionals } = readOptions(TARGET.subcommands.connect, args);
  context.out(connected(await context.client.connectTarget(onlyName("connect", positionals))));
}

async function list(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(TARGET.subcommands.list, args);
  const targets = await context.client.targets();
  context.out(values.json ? JSON.stringify(targets) : renderTargets(targets, context));
}

async function remove(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(TARGET.subcommands.remove, args);
  const name = onlyName("remove", positionals);
  if (!values.yes) {
    const { panes } = await findTarget(name, context);
    const loss = panes === 1 ? "Its pane disappears" : `Its ${panes} panes disappear`;
    await confirm(`Remove ${name}? ${loss} from agtmux; nothing on ${name} is stopped.`, `${name} was not removed`);
  }
  await context.client.removeTarget(name);
  context.out(`${name} is removed`);
}

async function doctor(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(TARGET.subcommands.doctor, args);
  const report = await context.client.doctor(onlyName("doctor", positionals));
  context.out(values.json ? JSON.stringify(report) : renderDoctor(report, context));
  if (report.ok) return;
  const failed = report.checks.filter(({ status }) => status === "failed").map((check) => check.name);
  const words = failed.includes("ssh") ? "cannot be reached by ssh" : `lacks what agtmux needs: ${failed.join(", ")}`;
  throw new Fault("E_TARGET_UNUSABLE", `${report.target} ${words}`);
}

function newTarget(
  name: string,
  kind: TargetKind = "ssh",
  sshTarget: string | undefined,
  tmuxSocket: string | undefined,
): NewTarget {
  if (kind === "local" && sshTarget !== undefined)
    throw new Fault("E_USAGE", "--ssh-target is for a target of kind ssh, not local");
  if (sshTarget === "") throw new Fault("E_USAGE", "--ssh-target wants a host that ssh knows");
  if (tmuxSocket === "") throw new Fault("E_USAGE", "--tmux-socket wants a name");
  const socket = tmuxSocket === undefined ? {} : { tmux_socket: tmuxSocket };
  switch (kind) {
    case "local":
      return { name, kind, ...socket };
    case "ssh":
      return { name, kind, ssh_target: sshTarget ?? name, ...socket };
    default:
      return kind satisfies never;
  }
}

function onlyName(action: string, [name, ...rest]: string[]): string {
  if (name === undefined || name === "") throw new Fault("E_USAGE", `target ${action} wants the name of a target`);
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: target ${action} wants one name`);
  return name;
}

function connected({ name, tmux_version, tmux_socket, panes }: TargetItem): string {
  const tmux = tmux_version === null ? "" : `tmux ${plain(tmux_version)}, `;
  const server = tmux_socket === null ? "server" : `server "${tmux_socket}"`;
  if (panes === 0)
    return `${name} is connected: ${tmux}but no tmux ${server} runs there yet; it is observed as soon as one does`;
  return `${name} is connected: ${tmux}${panes} ${panes === 1 ? "pane" : "panes"}`;
}

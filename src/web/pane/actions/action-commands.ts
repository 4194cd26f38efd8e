import { isFar } from "../../../core/fleet/is-far.ts";
import { canBeWoken } from "../../../core/lists/can-be-woken.ts";
import type { KillSignal } from "../../../core/protocol/actions/actions.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { shellQuote } from "../../../core/provision/shell-words.ts";
import { attachCommand, explainCommand } from "../../view/as-command.ts";

export function killCommand({ ref, runtime_id }: PaneItem, signal: KillSignal): string {
  return `agtmux kill ${ref} --signal ${signal}${ofRuntime(runtime_id)}`;
}

/** The commands equal to the page's buttons, in their order. */
export function paneCommands(pane: PaneItem): string[] {
  const { ref, runtime_id, state } = pane;
  return [
    `agtmux send ${ref} --text "…" --if-state ${state}${ofRuntime(runtime_id)}`,
    `agtmux view-output ${ref} --lines 100`,
    `agtmux diff ${ref}`,
    ...(canBeWoken(pane) ? [`agtmux wake ${ref}${pane.limited?.wakes_at == null ? "" : " --cancel"}`] : []),
    ...(isFar(pane.identity) ? [] : [attachCommand(pane)]),
    killCommand(pane, "INT"),
    explainCommand(pane),
  ];
}

function ofRuntime(runtimeId: string | null): string {
  return runtimeId === null ? "" : ` --if-runtime ${shellQuote(runtimeId)}`;
}

import type { Excerpt } from "../../core/classify/excerpt.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Screen } from "./capture-screens.ts";
import type { ScreenTarget } from "./screen-target.ts";

/** A pane as input for a classifier. */
export function excerptFor(target: ScreenTarget, item: PaneItem, { lines, view }: Screen): Excerpt {
  const { agent, runtime_id, command, title, identity } = item;
  const name = agent ?? "generic";
  return {
    agent: name,
    label: target.adapterOf(name)?.label ?? (command === "" ? "a program" : command),
    lines,
    view,
    command,
    title,
    version: runtime_id === null ? undefined : target.versionOf(runtime_id),
    alternate: target.pane(identity.pane_id)?.alternate ?? false,
  };
}

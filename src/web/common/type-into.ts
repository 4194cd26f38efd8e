import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { panePath } from "./route.ts";
import { navigate } from "./router.ts";
import { dropKeys, holdKeys } from "./typing-ahead.ts";

/** `t` on a row: sends the keyboard to its pane, which is opened unless it is already beside the list. */
export function typeInto(pane: PaneItem, { mayAct, isBeside }: { mayAct: boolean; isBeside: boolean }): void {
  if (!mayAct) dropKeys("this page may look, and not act");
  else {
    holdKeys(pane);
    if (!isBeside) navigate(panePath(pane.identity));
  }
}

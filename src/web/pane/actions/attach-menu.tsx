import { Menu } from "@base-ui/react/menu";
import { useState } from "react";
import type { AttachReport } from "../../../core/protocol/actions/actions.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { shellLine } from "../../../core/provision/shell-words.ts";
import { Icon } from "../../common/icon.tsx";
import { useLive } from "../../live/use-live.ts";
import { attachCommand } from "../../view/as-command.ts";
import { useAction } from "./use-action.ts";

/** Commands that attach a terminal to the pane: agtmux's own and the bare one behind it. */
export function AttachMenu({ pane }: { pane: PaneItem }) {
  const { client } = useLive();
  const { state, run } = useAction<AttachReport>();
  const [said, setSaid] = useState("");
  const command = attachCommand(pane);
  const bare = state.phase === "done" ? shellLine(state.report.argv) : null;
  const copy = (text: string) => {
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    writing.then(
      () => setSaid("Copied"),
      () => setSaid(`Could not copy: ${text}`),
    );
  };
  const opened = (isOpen: boolean) => {
    if (!isOpen) return;
    setSaid("");
    void run(() => client.attach({ ref: pane.ref }));
  };
  return (
    <>
      <Menu.Root modal={false} onOpenChange={opened}>
        <Menu.Trigger className="button">
          Copy attach <Icon name="caret" size={16} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className="menu-place" sideOffset={4} align="start">
            <Menu.Popup className="menu attach-menu">
              <Menu.Item className="menu-item" onClick={() => copy(command)}>
                <Icon name="copy" size={16} />
                <code>{command}</code>
              </Menu.Item>
              <Menu.Item className="menu-item" disabled={bare === null} onClick={() => bare !== null && copy(bare)}>
                <Icon name="copy" size={16} />
                {state.phase === "refused" ? (
                  <span>The bare command: {state.fault.message}</span>
                ) : (
                  <code>{bare ?? "asking for the bare command…"}</code>
                )}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <span className="action-status" role="status">
        {said}
      </span>
    </>
  );
}

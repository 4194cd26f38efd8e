import { Dialog } from "@base-ui/react/dialog";
import { useRef } from "react";
import { Icon } from "../common/icon.tsx";
import { overlay } from "../common/overlay.ts";
import { VIEWS } from "./views.ts";

const GROUPS: [string, [keys: string[], does: string][]][] = [
  [
    "Move",
    [
      [["j", "↓"], "next row"],
      [["k", "↑"], "row before"],
      [["o", "⏎"], "open the pane"],
      [["esc"], "close it"],
      [["/"], "search this list"],
    ],
  ],
  [
    "Answer",
    [
      [["a", "y"], "approve"],
      [["d", "n"], "deny"],
      [["1", "…", "9"], "pick an option"],
      [["r"], "reply; ⏎ sends, ⇧⏎ breaks"],
      [["e"], "mark as seen"],
      [["z"], "snooze for 30 minutes"],
      [["u"], "undo that"],
      [["x"], "select; then E marks all as seen"],
    ],
  ],
  [
    "Pane",
    [
      [["t"], "type into its terminal"],
      [["Ctrl ]"], "leave the terminal; esc is for the agent"],
      [["s"], "send a text"],
      [["f"], "finish: complete its task"],
      [["v"], "view its output"],
      [["V"], "view what it has changed"],
      [["l"], "its conversation, or its terminal again"],
      [["x"], "kill…, where a pane is open"],
      [["b"], "pin: keep its terminal beside others"],
      [["w"], "maximise, or show the list again"],
    ],
  ],
  [
    "Go",
    [
      [["g", "i"], "inbox"],
      [["g", "f"], "fleet"],
      ...VIEWS.map(({ key, title }): [string[], string] => [["g", key], title.toLowerCase()]),
    ],
  ],
  [
    "Page",
    [
      [["Ctrl K", "⌘K"], "go to a pane or view by name"],
      [["c"], "show as command"],
      [["?"], "this help"],
    ],
  ],
];

export default function HelpSheet() {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && overlay.set("none")}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="help" data-keys="own" ref={popup} initialFocus={popup}>
          <Dialog.Title>Keyboard</Dialog.Title>
          <Dialog.Close className="sheet-close" aria-label="Close">
            <Icon name="close" />
          </Dialog.Close>
          <div className="help-groups">
            {GROUPS.map(([name, keys]) => (
              <section key={name}>
                <h3>{name}</h3>
                <dl>
                  {keys.map(([names, does]) => (
                    <div key={does}>
                      <dt>
                        {names.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dt>
                      <dd>{does}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

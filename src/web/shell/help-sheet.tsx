import { Dialog } from "@base-ui/react/dialog";
import { useRef } from "react";
import { Icon } from "./icon.tsx";
import { overlay } from "./overlay.ts";
import { VIEWS } from "./views.ts";

const GROUPS: [string, [keys: string[], does: string][]][] = [
  [
    "Move",
    [
      [["j", "↓"], "next row"],
      [["k", "↑"], "row before"],
      [["o", "⏎"], "open the pane"],
      [["esc"], "close it"],
      [["/"], "search the fleet"],
    ],
  ],
  [
    "Answer",
    [
      [["a"], "approve"],
      [["d"], "deny"],
      [["1", "…", "9"], "pick an option"],
      [["r"], "reply; ⏎ sends, ⇧⏎ breaks"],
      [["e"], "mark as seen"],
    ],
  ],
  [
    "Pane",
    [
      [["t"], "type into its terminal"],
      [["esc", "esc"], "leave the terminal"],
      [["s"], "send a text"],
      [["f"], "finish: complete its task"],
      [["v"], "view its output"],
      [["x"], "kill…"],
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
      [["Ctrl K", "⌘K"], "go to or do anything"],
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

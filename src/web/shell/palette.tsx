import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useState } from "react";
import { useLive } from "../live/use-live.ts";
import { overlay } from "./overlay.ts";
import { actItems, type PaletteGroup, type PaletteItem, paneItems } from "./palette-items.ts";
import { preferences, THEMES } from "./preferences.ts";
import { navigate } from "./router.ts";
import { LISTS, VIEWS } from "./views.ts";

const close = () => overlay.set("none");

/** Everything by name: panes, views, and what can be done. */
export default function Palette() {
  const { feed, asked, acting } = useLive();
  // as it is when opened: a list that moves under the arrow keys is of no use
  const [panes] = useState(() => [...(feed.fleet.get()?.panes.values() ?? [])]);
  const groups = useMemo<PaletteGroup[]>(
    () => [
      { value: "Go to", items: places() },
      { value: "Panes", items: paneItems(panes, navigate) },
      { value: "Answer", items: actItems(panes, asked.questions.get(), (...act) => void acting.act(...act)) },
      { value: "Do", items: deeds() },
    ],
    [panes, asked, acting],
  );
  const pick = (item: PaletteItem) => {
    close();
    item.run();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label="Go to or do" data-keys="own">
          <Autocomplete.Root
            open
            inline
            items={groups}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={labelOf}
          >
            <Autocomplete.Input
              className="palette-input"
              aria-label="Go to or do"
              placeholder="Go to a pane or view, or do something"
            />
            <Dialog.Close className="visually-hidden">Close</Dialog.Close>
            <Autocomplete.Empty className="palette-empty">Nothing of that name</Autocomplete.Empty>
            <Autocomplete.List className="palette-list">
              {(group: PaletteGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="menu-title">{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: PaletteItem) => (
                      <Autocomplete.Item key={item.value} value={item} className="menu-item" onClick={() => pick(item)}>
                        <span className="palette-label">{item.label}</span>
                        <span className={item.isKey ? "palette-hint keys-only" : "palette-hint"}>{item.hint}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function labelOf({ label }: PaletteItem): string {
  return label;
}

function places(): PaletteItem[] {
  return [...LISTS, ...VIEWS].map(({ name, title, key }) => ({
    value: `view ${name}`,
    label: title,
    hint: `g ${key}`,
    isKey: true as const,
    run: () => navigate(name === "inbox" ? "/" : `/${name}`),
  }));
}

function deeds(): PaletteItem[] {
  const { theme, asCommand } = preferences;
  return [
    {
      value: "as-command",
      label: "Show as command, or not",
      hint: "c",
      isKey: true,
      run: () => asCommand.set(!asCommand.get()),
    },
    { value: "help", label: "Keyboard help", hint: "?", isKey: true, run: () => overlay.set("help") },
    ...THEMES.map((name) => ({
      value: `theme ${name}`,
      label: `Theme: ${name}`,
      hint: "",
      run: () => theme.set(name),
    })),
  ];
}

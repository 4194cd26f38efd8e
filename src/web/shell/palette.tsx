import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useState } from "react";
import { overlay } from "../common/overlay.ts";
import { preferences, THEMES } from "../common/preferences.ts";
import { navigate } from "../common/router.ts";
import { useLive } from "../live/use-live.ts";
import { type PaletteGroup, type PaletteItem, paneItems } from "./palette-items.ts";
import { LISTS, VIEWS } from "./views.ts";

const close = () => overlay.set("none");

/** Finds panes, views and commands by name. */
export default function Palette() {
  const { feed } = useLive();
  // a copy from when it was opened: rows must not move under the arrow keys
  const [panes] = useState(() => [...(feed.fleet.get()?.panes.values() ?? [])]);
  const groups = useMemo<PaletteGroup[]>(
    () => [
      { value: "Go to", items: places() },
      { value: "Panes", items: paneItems(panes, navigate) },
      { value: "Do", items: actionItems() },
    ],
    [panes],
  );
  const pick = (item: PaletteItem) => {
    close();
    item.run();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label="Command palette" data-keys="own">
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
              aria-label="Command palette"
              placeholder="Go to a pane or a view, or run a command"
            />
            <Dialog.Close className="visually-hidden">Close</Dialog.Close>
            <Autocomplete.Empty className="palette-empty">Nothing found</Autocomplete.Empty>
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

function actionItems(): PaletteItem[] {
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

import { Menu } from "@base-ui/react/menu";
import { Icon } from "../common/icon.tsx";
import { overlay } from "../common/overlay.ts";
import { preferences, THEMES, type Theme } from "../common/preferences.ts";
import { navigate } from "../common/router.ts";
import { useStore } from "../live/store.ts";
import { VIEWS } from "./views.ts";

const THEME_WORDS: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" };

/** The menu for what does not fit into the rail; on a narrow page that includes views. */
export function MoreMenu() {
  const theme = useStore(preferences.theme);
  const asCommand = useStore(preferences.asCommand);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="rail-item rail-more">
        <span className="rail-icon">
          <Icon name="more" />
        </span>
        More
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" sideOffset={8} side="top" align="end">
          <Menu.Popup className="menu">
            <Menu.Group className="narrow-only">
              {VIEWS.filter(({ isOften }) => !isOften).map(({ name, title, icon }) => (
                <Menu.Item key={name} className="menu-item" onClick={() => navigate(`/${name}`)}>
                  <Icon name={icon} size={16} />
                  {title}
                </Menu.Item>
              ))}
              <Menu.Separator className="menu-line" />
            </Menu.Group>
            <Menu.RadioGroup value={theme} onValueChange={(value: Theme) => preferences.theme.set(value)}>
              <div className="menu-title">Theme</div>
              {THEMES.map((name) => (
                <Menu.RadioItem key={name} value={name} className="menu-item" closeOnClick>
                  <Tick />
                  {THEME_WORDS[name]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="menu-line" />
            <Menu.CheckboxItem
              className="menu-item"
              checked={asCommand}
              onCheckedChange={(checked) => preferences.asCommand.set(checked)}
            >
              <Tick />
              Show as command <kbd>c</kbd>
            </Menu.CheckboxItem>
            <Menu.Item className="menu-item keys-only" onClick={() => overlay.set("help")}>
              <span className="tick" />
              Keyboard <kbd>?</kbd>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Tick() {
  return (
    <span className="tick">
      <Icon name="check" size={16} />
    </span>
  );
}

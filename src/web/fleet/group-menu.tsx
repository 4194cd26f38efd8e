import { Menu } from "@base-ui/react/menu";
import { Icon } from "../common/icon.tsx";
import { GROUPINGS, type Grouping } from "../view/arrange.ts";

const WORDS: Record<Grouping, string> = {
  "target-session": "target and session",
  session: "session name",
  agent: "agent",
  state: "state",
};

export function GroupMenu({ grouping, onPick }: { grouping: Grouping; onPick(grouping: Grouping): void }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button group-button" aria-label={`Group by: ${WORDS[grouping]}`}>
        <span>
          <span className="group-by">By </span>
          {WORDS[grouping]}
        </span>
        <Icon name="caret" size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" sideOffset={4} align="end">
          <Menu.Popup className="menu">
            <Menu.RadioGroup value={grouping} onValueChange={onPick}>
              {GROUPINGS.map((name) => (
                <Menu.RadioItem key={name} value={name} className="menu-item" closeOnClick>
                  <span className="tick">
                    <Icon name="check" size={16} />
                  </span>
                  By {WORDS[name]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

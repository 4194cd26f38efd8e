import { Icon } from "./icon.tsx";
import { overlay } from "./overlay.ts";

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";

export function PaletteButton() {
  return (
    <button type="button" className="button palette-button" onClick={() => overlay.set("palette")}>
      <Icon name="search" size={16} />
      <span className="visually-hidden">Command palette</span>
      <kbd>{MOD}</kbd>
    </button>
  );
}

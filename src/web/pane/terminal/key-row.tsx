/** Names are tmux's. `says` is the label for screen readers. */
const KEYS = [
  { name: "Escape", shown: "Esc", says: "Esc" },
  { name: "Tab", shown: "Tab", says: "Tab" },
  { name: "BTab", shown: "⇧Tab", says: "Shift Tab" },
  { name: "C-c", shown: "^C", says: "Control C" },
  { name: "Enter", shown: "⏎", says: "Enter" },
  { name: "Left", shown: "←", says: "Left" },
  { name: "Up", shown: "↑", says: "Up" },
  { name: "Down", shown: "↓", says: "Down" },
  { name: "Right", shown: "→", says: "Right" },
];

/** The keys that a phone's keyboard lacks. The terminal keeps the focus, so that the phone's keyboard stays open. */
export function KeyRow({ onKey }: { onKey(name: string): void }) {
  return (
    <div className="key-row" role="toolbar" aria-label="Keys for the terminal">
      {KEYS.map(({ name, shown, says }) => (
        <button
          key={name}
          type="button"
          className="button"
          aria-label={says}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onKey(name)}
        >
          {shown}
        </button>
      ))}
    </div>
  );
}

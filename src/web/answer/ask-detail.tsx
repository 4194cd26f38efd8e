import { useId, useState } from "react";

const SHORT_LINES = 6;
const SHORT_CHARACTERS = 480;

/** The command, diff or arguments that a question is about, as text; long ones are cut until asked for. */
export function AskDetail({ text }: { text: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const lines = text.split("\n");
  const isLong = lines.length > SHORT_LINES || text.length > SHORT_CHARACTERS;
  const shown = isOpen || !isLong ? lines : lines.slice(0, SHORT_LINES).map((line) => line.slice(0, 200));
  return (
    <div className="ask-detail">
      <pre id={id} data-cut={isLong && !isOpen}>
        {shown.map((line, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text stay where they are
          <span key={n} className="line" data-change={changeOf(line)}>
            {line}
            {"\n"}
          </span>
        ))}
      </pre>
      {isLong && (
        <button
          type="button"
          className="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : `Show all ${lines.length} lines`}
        </button>
      )}
    </div>
  );
}

function changeOf(line: string): "added" | "removed" | undefined {
  if (/^\+(?!\+\+ )/.test(line)) return "added";
  return /^-(?!-- )/.test(line) ? "removed" : undefined;
}

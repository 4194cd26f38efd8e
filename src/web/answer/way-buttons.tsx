import type { Way } from "../view/ways.ts";

interface Props {
  ways: readonly Way[];
  /** Options picked so far, where several may be. */
  picks: readonly string[];
  onPick(way: Way): void;
  onOpen: (() => void) | null;
}

/** One button a way, its key beside it; options with words of their own stand one below the other, after a plain yes and no. */
export function WayButtons({ ways, picks, onPick, onOpen }: Props) {
  const options = ways.filter((way) => way.type === "option");
  const others = ways.filter((way) => way.type !== "option");
  const isMany = others.some(({ type }) => type === "send-picks");
  const stacked = options.some(({ label, description }) => description !== "" || label.length > 24);
  const optionButtons = options.length > 0 && (
    <div className="options" data-stacked={stacked}>
      {options.map((way) => (
        <button
          key={way.answer}
          type="button"
          className="button option"
          aria-pressed={isMany ? picks.includes(way.answer) : undefined}
          onClick={() => onPick(way)}
        >
          {way.key !== null && <kbd>{way.key}</kbd>}
          <span className="option-label">{way.label}</span>
          {way.description !== "" && <span className="option-about">{way.description}</span>}
        </button>
      ))}
    </div>
  );
  const hasYes = others.some(({ type }) => type === "approve");
  return (
    <div className="ways">
      {!hasYes && optionButtons}
      <div className="actions">
        {others.map((way) => (
          <button
            key={way.type}
            type="button"
            className={way.type === "approve" ? "button primary" : "button"}
            disabled={way.type === "send-picks" && picks.length === 0}
            onClick={() => onPick(way)}
          >
            {way.label} <kbd>{way.key}</kbd>
          </button>
        ))}
        {onOpen !== null && (
          <button type="button" className="button" onClick={onOpen}>
            Open <kbd>o</kbd>
          </button>
        )}
      </div>
      {hasYes && optionButtons}
    </div>
  );
}

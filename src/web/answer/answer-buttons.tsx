import type { MouseEvent } from "react";
import type { AnswerOption } from "../view/answer-options.ts";

interface Props {
  answerOptions: readonly AnswerOption[];
  /** Options picked so far, if several may be picked. */
  picks: readonly string[];
  onPick(option: AnswerOption, event: MouseEvent): void;
  onSnooze(): void;
  onOpen: (() => void) | null;
}

/** One button per way to answer, with its key; long options are stacked, below a plain yes and no. */
export function AnswerButtons({ answerOptions, picks, onPick, onSnooze, onOpen }: Props) {
  const options = answerOptions.filter((option) => option.type === "option");
  const others = answerOptions.filter((option) => option.type !== "option");
  const isMany = others.some(({ type }) => type === "send-picks");
  const stacked = options.some(({ label, description }) => description !== "" || label.length > 24);
  const optionButtons = options.length > 0 && (
    <div className="options" data-stacked={stacked}>
      {options.map((option) => (
        <button
          key={option.answer}
          type="button"
          className="button option"
          aria-pressed={isMany ? picks.includes(option.answer) : undefined}
          onClick={(event) => onPick(option, event)}
        >
          {option.key !== null && <kbd>{option.key}</kbd>}
          <span className="option-words">
            <span className="option-label">{option.label}</span>{" "}
            {option.description !== "" && <span className="option-about">{option.description}</span>}
          </span>
        </button>
      ))}
    </div>
  );
  const hasYes = others.some(({ type }) => type === "approve");
  return (
    <div className="ways">
      {!hasYes && optionButtons}
      <div className="actions">
        {others.map((option) => (
          <button
            key={option.type}
            type="button"
            className={option.type === "approve" ? "button primary" : "button"}
            disabled={option.type === "send-picks" && picks.length === 0}
            onClick={(event) => onPick(option, event)}
          >
            {option.label} <kbd>{option.key}</kbd>
          </button>
        ))}
        <button type="button" className="button" onClick={onSnooze}>
          Snooze 30 min <kbd>z</kbd>
        </button>
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

import { nameOf, placeAndQueueOf, programOf } from "../../core/lists/who.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import { Icon } from "../common/icon.tsx";
import { Age } from "../components/age.tsx";
import { LimitedWords } from "../components/limited-words.tsx";
import { PaneSymbol } from "../components/pane-symbol.tsx";
import { TimeLeft } from "../components/time-left.tsx";
import type { Shown } from "../view/settle.ts";

interface Props {
  row: Shown;
  question: Question | null;
  isMarked: boolean;
  isMarking: boolean;
  onMark(): void;
}

/** The first line of a row: what it wants, who it is, where, and since when. */
export function RowHead({ row: { pane, isNew }, question, isMarked, isMarking, onMark }: Props) {
  const name = nameOf(pane);
  return (
    <header className="ask-head">
      <span className="ask-symbol" data-marking={isMarking || isMarked}>
        <PaneSymbol pane={pane} />
        {/* biome-ignore lint/a11y/useSemanticElements: a native checkbox would take the keyboard from the list */}
        <button
          type="button"
          role="checkbox"
          className="mark"
          tabIndex={-1}
          aria-checked={isMarked}
          aria-label={`Select ${name}`}
          onPointerDown={(event) => event.stopPropagation()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.stopPropagation();
            onMark();
          }}
        >
          {isMarked && <Icon name="check" size={12} />}
        </button>
      </span>
      <span className="name">{name}</span>
      <span className="tag">{programOf(pane)}</span>
      <span className="workplace" title={`${pane.cwd}\n${pane.ref}`}>
        {placeAndQueueOf(pane)}
      </span>
      {isNew && <span className="new">new</span>}
      {question !== null && question.expires_at !== null && <TimeLeft until={question.expires_at} />}
      <LimitedWords pane={pane} />
      <strong className="label">{pane.label}</strong>
      <Age since={pane.attention.raised_at} />
    </header>
  );
}

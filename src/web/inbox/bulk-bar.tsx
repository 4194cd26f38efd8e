import type { Question } from "../../core/protocol/actions/questions.ts";
import { SNOOZE_MS } from "../answer/answer-box.tsx";
import { AskDetail } from "../answer/ask-detail.tsx";
import { IgnoredNote } from "../answer/ignored-note.tsx";
import { useKeyGate } from "../answer/use-key-gate.ts";
import { type KeyPress, useKeys } from "../common/use-keys.ts";
import { questionOf } from "../live/questions-feed.ts";
import { useStore } from "../live/store.ts";
import { useLive } from "../live/use-live.ts";
import { areAlike } from "../view/alike.ts";
import { answerOptionsOf } from "../view/answer-options.ts";
import type { Shown } from "../view/settle.ts";
import { clearMarks } from "./marks.ts";

/** Buttons for all marked rows at once; each is answered through its own guards. */
export function BulkBar({ rows, onActed }: { rows: readonly Shown[]; onActed(): void }) {
  const { acting, seeing, asked } = useLive();
  const known = useStore(asked.questions);
  const panes = rows.map(({ pane }) => pane);
  const questions = panes.map((pane) => questionOf(known, pane));
  const alike = areAlike(questions) ? questions : null;
  const maySee = panes.every((pane, n) =>
    answerOptionsOf(pane, questions[n] ?? null).some(({ type }) => type === "seen"),
  );
  const gate = useKeyGate(rows.length > 0, questions.map((question) => question?.revision ?? "").join(), null);
  const done = () => {
    clearMarks();
    onActed();
  };
  const seeAll = () => {
    seeing.see(panes);
    done();
  };
  const snoozeAll = () => {
    seeing.snooze(panes, SNOOZE_MS);
    done();
  };
  const answerAll = (choice: string, what: string) => {
    panes.forEach((pane, n) => {
      const question = alike?.[n];
      if (question !== undefined) void acting.act(pane, { type: "pick", question, choices: [choice], what });
    });
    done();
  };
  const pressSeen = (press: KeyPress) => (maySee ? gate.pass("E", press, seeAll) : false);
  useKeys(rows.length === 0 ? NO_KEYS : { Escape: clearMarks, E: pressSeen }, "first");
  if (rows.length === 0) return null;
  return (
    <section className="bulk" aria-label="Selected rows" data-ready={gate.isReady}>
      <p className="bulk-words" role="status">
        {rows.length} selected{alike !== null && rows.length > 1 && `, all ask: ${alike[0]?.text}`}
        {alike === null && !maySee && ". They ask different things: answer them one by one."}
      </p>
      {alike?.[0]?.detail !== undefined && <AskDetail question={alike[0]} />}
      <div className="actions">
        {alike !== null &&
          choicesOf(rows[0], alike[0]).map(({ label, answer }) => (
            <button
              key={answer}
              type="button"
              className="button"
              onClick={(event) => gate.click(event, () => answerAll(answer, label))}
            >
              {label} {rows.length > 1 && `all ${rows.length}`}
            </button>
          ))}
        {maySee && (
          <button type="button" className="button" onClick={(event) => gate.click(event, seeAll)}>
            Mark {rows.length} as seen <kbd>E</kbd>
          </button>
        )}
        <button type="button" className="button" onClick={snoozeAll}>
          Snooze {rows.length}
        </button>
        <button type="button" className="button" onClick={clearMarks}>
          Clear <kbd>esc</kbd>
        </button>
      </div>
      <IgnoredNote ignored={gate.ignored} />
    </section>
  );
}

const NO_KEYS = {};

/** The answers that are one pick each; words are written to one agent at a time. */
function choicesOf(row: Shown | undefined, question: Question | undefined): { label: string; answer: string }[] {
  if (row === undefined || question === undefined || question.multiple === true) return [];
  return answerOptionsOf(row.pane, question).flatMap((option) => ("answer" in option ? [option] : []));
}

import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { ReviewComment } from "../../../core/review/comment-message.ts";
import type { DiffLine, FileDiff } from "../../../core/review/parse-diff.ts";
import { visibleText } from "../../../core/text/visible-text.ts";
import { useStore } from "../../live/store.ts";
import { Refusal } from "../actions/refusal.tsx";
import { languageOf } from "./language-of.ts";
import { ReviewLines, type Side } from "./review-lines.tsx";
import { markOf, setViewed, viewed } from "./review-marks.ts";
import { type Picture, ReviewPicture } from "./review-picture.tsx";
import type { ReadWhole } from "./use-diff.ts";
import { useMoreLines } from "./use-more-lines.ts";

interface Props {
  file: FileDiff;
  picture?: Picture | undefined;
  id: string;
  isSplit: boolean;
  /** Unchanged lines that were asked for around changes. */
  context: number;
  readWhole: ReadWhole;
  /** The file is another by now. */
  onChanged(): void;
  comments: readonly ReviewComment[];
  onAdd(comment: ReviewComment): void;
  onRemove(comment: ReviewComment): void;
}

/** Longer files, and those that programs write, are folded at first. */
const LONG_LINES = 400;
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|go\.sum|poetry\.lock)$|\.min\.(?:js|css)$|\.snap$/;

/** One file of a review: its lines, the comments on them, and whether the person has viewed it. */
export function ReviewFile(props: Props) {
  const { file, picture, id, isSplit, comments, onAdd, onRemove } = props;
  const { name, old_name, change, is_binary, added, removed, text } = file;
  const more = useMoreLines(file, props.context, props.readWhole, props.onChanged);
  const box = useRef<HTMLElement>(null);
  // the button that was pressed may be gone: who works by keyboard goes on at the lines that it has shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that lines were shown
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>(`[aria-label="Comment on line ${more.first}"]`);
    line?.focus({ preventScroll: true });
  }, [more.first, more.hunks]);
  const mark = useMemo(() => markOf(name, changesIn(text)), [name, text]);
  const isViewed = useStore(viewed).has(mark);
  const isLong = added + removed > LONG_LINES || GENERATED.test(name);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [writing, setWriting] = useState<{ side: Side; line: DiffLine } | null>(null);
  const written = useRef("");
  const write = (side: Side, line: DiffLine) => {
    written.current = "";
    setWriting({ side, line });
  };
  const isOpen = chosen ?? !(isViewed || isLong);
  const view = (next: boolean) => {
    setViewed(mark, next);
    setChosen(null);
  };
  const lookAgain = () => {
    more.reading.forget();
    props.onChanged();
  };
  const add = (words: string) => {
    if (writing === null) return;
    const { side, line } = writing;
    onAdd({ file: name, line: line[side] ?? 0, side, quote: line.text, words });
    setWriting(null);
  };
  const below = (side: Side, line: number) => {
    const here = comments.filter((each) => each.side === side && each.line === line);
    const isWriting = writing?.side === side && writing.line[side] === line;
    if (here.length === 0 && !isWriting) return null;
    return (
      <>
        {here.map((comment) => (
          <p key={comment.words} className="review-comment">
            {comment.words}{" "}
            <button type="button" className="button small" onClick={() => onRemove(comment)}>
              Delete
            </button>
          </p>
        ))}
        {isWriting && <CommentBox line={line} written={written} onAdd={add} onCancel={() => setWriting(null)} />}
      </>
    );
  };
  return (
    <section className="review-file" id={id} aria-label={name} ref={box}>
      <header>
        <button type="button" className="review-name" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span> {old_name !== null && `${visibleText(old_name)} → `}
          {visibleText(name)}
        </button>
        <span className="quiet-words">
          {change === "changed" ? "" : `${change} `}+{added} −{removed}
        </span>
        <label className="review-viewed">
          <input type="checkbox" checked={isViewed} onChange={(event) => view(event.target.checked)} /> Viewed
        </label>
      </header>
      {more.reading.state.phase === "refused" && (
        <Refusal what="Show more lines" fault={more.reading.state.fault} onLookAgain={lookAgain} />
      )}
      {isOpen &&
        (picture !== undefined ? (
          <ReviewPicture picture={picture} />
        ) : is_binary || more.hunks.length === 0 ? (
          <p className="quiet-words">{is_binary ? binaryWords(change) : "No line has changed."}</p>
        ) : (
          <ReviewLines more={more} language={languageOf(name)} isSplit={isSplit} below={below} onComment={write} />
        ))}
    </section>
  );
}

/** Of new files only small ones are shown. */
function binaryWords(change: FileDiff["change"]): string {
  return change === "added" ? "A binary file, or one of more than 256 KB." : "A binary file.";
}

/** Without the lines around them, of which more or fewer may be shown. */
function changesIn(diff: string): string {
  return diff
    .split("\n")
    .filter((line) => /^(?:[+-]|index )/.test(line))
    .join("\n");
}

interface CommentBoxProps {
  line: number;
  /** Outlives the box, which is drawn anew when more lines are shown around it. */
  written: RefObject<string>;
  onAdd(words: string): void;
  onCancel(): void;
}

function CommentBox({ line, written, onAdd, onCancel }: CommentBoxProps) {
  const [words, setWords] = useState(written.current);
  const change = (next: string) => {
    written.current = next;
    setWords(next);
  };
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="review-writing">
      <textarea
        ref={box}
        aria-label={`Comment on line ${line}`}
        rows={3}
        value={words}
        onChange={(event) => change(event.target.value)}
      />
      <div className="reply-actions">
        <button type="button" className="button primary" disabled={words.trim() === ""} onClick={() => onAdd(words)}>
          Keep comment
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}

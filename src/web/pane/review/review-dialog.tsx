import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useRef, useState } from "react";
import { nameOf } from "../../../core/lists/who.ts";
import type { SendReport } from "../../../core/protocol/actions/actions.ts";
import type { DiffReport, DiffSince } from "../../../core/protocol/actions/changes.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { commentMessage } from "../../../core/review/comment-message.ts";
import { ignoreWhitespace } from "../../../core/review/ignore-whitespace.ts";
import { newFilesLeftOut } from "../../../core/review/new-files-left-out.ts";
import { type FileDiff, parseDiff } from "../../../core/review/parse-diff.ts";
import { visibleText } from "../../../core/text/visible-text.ts";
import { Icon } from "../../common/icon.tsx";
import { useMedia, WIDE } from "../../common/use-media.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { paneKey } from "../../live/fleet.ts";
import { useStore } from "../../live/store.ts";
import { textGuards } from "../../live/text-guards.ts";
import { useLive } from "../../live/use-live.ts";
import { Phases } from "../actions/phases.tsx";
import { Refusal } from "../actions/refusal.tsx";
import { useAction } from "../actions/use-action.ts";
import { FinishWork } from "./finish-dialog.tsx";
import { ReviewChecks } from "./review-checks.tsx";
import { ReviewFile } from "./review-file.tsx";
import { changeDrafts, drafts } from "./review-marks.ts";
import { UndoTurn } from "./undo-turn.tsx";
import { useDiff } from "./use-diff.ts";
import "./review.css";

const SINCE: Readonly<Record<DiffSince, string>> = {
  commit: "the last commit",
  turn: "the start of its last turn",
  base: "its base",
};

/** Unchanged lines that are shown around changes. */
const AROUND: readonly [number, string][] = [
  [3, "3 lines"],
  [20, "20 lines"],
  [100, "100 lines"],
  [10_000, "whole files"],
];

/** Shows what the agent has changed, takes comments on lines, and sends them to it as one message. */
export default function ReviewDialog({ pane, onClose }: { pane: PaneItem; onClose(): void }) {
  const { client } = useLive();
  const { ref } = pane;
  // a pane's number may be another agent's tomorrow
  const key = `${paneKey(pane.identity)} ${pane.runtime_id ?? ""}`;
  const isWide = useMedia(WIDE);
  const [since, setSince] = useState<DiffSince>("commit");
  const [isSplit, setIsSplit] = useState(false);
  const [context, setContext] = useState(3);
  const { state, look, readWhole } = useDiff(ref, since, context);
  const sending = useAction<SendReport>();
  const comments = useStore(drafts).get(key) ?? [];
  const begun = useRef(pane);
  const report = state.phase === "done" ? state.report : null;
  const [ignoresBlanks, setIgnoresBlanks] = useState(false);
  const files = useMemo(() => filesOf(report?.diff ?? "", ignoresBlanks), [report, ignoresBlanks]);
  const readShown = async (file: FileDiff) => {
    const found = await readWhole(file);
    return found !== null && ignoresBlanks ? { ...found, file: ignoreWhitespace(found.file) } : found;
  };
  const send = async () => {
    const text = commentMessage(comments);
    const sent = await sending.run(() => client.send({ ref, text, guards: textGuards(begun.current, pane) }));
    if (sent !== null) changeDrafts(key, () => []);
  };
  const lookAgain = () => {
    begun.current = pane;
    sending.forget();
    look();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog review-dialog" data-keys="own">
          <Dialog.Title>
            Changes of {nameOf(pane)} <span className="quiet-words">{report !== null && sizeOf(report)}</span>
          </Dialog.Title>
          <Dialog.Close className="sheet-close" aria-label="Close">
            <Icon name="close" />
          </Dialog.Close>
          <div className="review-bar">
            <label>
              Since{" "}
              <select value={since} onChange={(event) => setSince(event.target.value as DiffSince)}>
                {Object.entries(SINCE).map(([name, words]) => (
                  <option key={name} value={name}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Around changes{" "}
              <select value={context} onChange={(event) => setContext(Number(event.target.value))}>
                {AROUND.map(([lines, words]) => (
                  <option key={lines} value={lines}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
            {isWide && (
              <button
                type="button"
                className="button small"
                aria-pressed={isSplit}
                onClick={() => setIsSplit(!isSplit)}
              >
                Side by side
              </button>
            )}
            <button
              type="button"
              className="button small"
              aria-pressed={ignoresBlanks}
              onClick={() => setIgnoresBlanks(!ignoresBlanks)}
            >
              Ignore whitespace
            </button>
            <CopyButton text={report?.diff ?? ""} what="diff" />
            <button type="button" className="button small" onClick={look}>
              Read again
            </button>
          </div>
          {report !== null && <ReviewChecks paneRef={ref} checks={report.checks} onLookAgain={look} />}
          {state.phase === "refused" ? (
            <Refusal what="View changes" fault={state.fault} onLookAgain={look} />
          ) : (
            <div className="review" aria-busy={state.phase === "doing"}>
              {isWide && files.length > 1 && <FileTree files={files} />}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
              <section className="review-files" aria-label="Changes" tabIndex={0}>
                {report === null ? "Reading…" : <Beside report={report} />}
                {files.map((file, n) => (
                  <ReviewFile
                    key={file.name}
                    id={`review-${n}`}
                    file={file}
                    picture={report?.pictures.find(({ name }) => name === file.name)}
                    isSplit={isSplit && isWide}
                    context={context}
                    readWhole={readShown}
                    onChanged={look}
                    comments={comments.filter((comment) => comment.file === file.name)}
                    onAdd={(comment) => changeDrafts(key, (before) => [...before, comment])}
                    onRemove={(comment) => changeDrafts(key, (before) => before.filter((each) => each !== comment))}
                  />
                ))}
              </section>
            </div>
          )}
          {sending.state.phase === "refused" && (
            <Refusal what="Send the comments" fault={sending.state.fault} onLookAgain={lookAgain} />
          )}
          {sending.state.phase === "done" && (
            <p className="action-status" role="status">
              <Phases what="Comments" report={sending.state.report} />
            </p>
          )}
          <div className="dialog-actions">
            {since === "turn" && report !== null && <UndoTurn pane={pane} onUndone={look} />}
            <FinishWork pane={pane} onFinished={look} />
            <button
              type="button"
              className="button primary"
              disabled={comments.length === 0 || sending.state.phase === "doing"}
              onClick={() => void send()}
            >
              {comments.length === 1 ? "Send 1 comment" : `Send ${comments.length} comments`}
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function FileTree({ files }: { files: readonly FileDiff[] }) {
  return (
    <nav className="review-tree" aria-label="Files">
      <ul>
        {files.map(({ name, added, removed }, n) => (
          <li key={name}>
            <a href={`#review-${n}`} title={visibleText(name)}>
              <span className="review-folder">{visibleText(name.replace(/[^/]*$/, ""))}</span>
              {visibleText(name.replace(/^.*\//, ""))}
            </a>{" "}
            <span className="quiet-words">
              +{added} −{removed}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A file in which only blanks have changed stays in the list, without lines. */
function filesOf(diff: string, ignoresBlanks: boolean): FileDiff[] {
  const files = parseDiff(diff);
  return ignoresBlanks ? files.map(ignoreWhitespace) : files;
}

function sizeOf({ files, added, removed, untracked }: DiffReport): string {
  const known = files === 0 ? [] : [`${files} ${files === 1 ? "file" : "files"}, +${added} −${removed}`];
  const fresh = untracked.length === 0 ? [] : [`${untracked.length} new, not known to git`];
  return [...known, ...fresh].join(", ");
}

/** Notes beside the files: new ones whose lines are not shown, and a diff that was cut. */
function Beside({ report }: { report: DiffReport }) {
  const { diff, untracked, is_cut, directory, since } = report;
  if (diff === "" && untracked.length === 0)
    return since === "commit" ? `Nothing is uncommitted in ${directory}.` : `Nothing has changed in ${directory}.`;
  return (
    <>
      {newFilesLeftOut(report).map(({ name, why }) => (
        <p key={name} className="quiet-words">
          new file, not shown ({why}): {visibleText(name)}
        </p>
      ))}
      {is_cut && <p className="quiet-words">The diff is long: its end is missing.</p>}
    </>
  );
}

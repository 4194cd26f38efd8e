import { type MouseEvent, useMemo, useRef, useState } from "react";
import { programOf } from "../../core/lists/who.ts";
import { callName } from "../../core/notify/same-call.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import { preferences } from "../common/preferences.ts";
import { type KeyPress, useKeys } from "../common/use-keys.ts";
import { CommandLine } from "../components/command-line.tsx";
import { type Act, type ActionProgress, actionKey, type WaitingPane } from "../live/acting.ts";
import { useStore } from "../live/store.ts";
import { useActionProgress, useLastAction, useLive, useQuestion } from "../live/use-live.ts";
import { type AnswerOption, answerOptionsOf } from "../view/answer-options.ts";
import { answerAsCommand, attachCommand, snoozeCommand } from "../view/as-command.ts";
import { askWords } from "../view/ask-words.ts";
import { ActionProgressLine } from "./action-progress-line.tsx";
import { AlwaysHere } from "./always-here.tsx";
import { AnswerButtons } from "./answer-buttons.tsx";
import { AskDetail } from "./ask-detail.tsx";
import { IgnoredNote } from "./ignored-note.tsx";
import { ReplyBox } from "./reply-box.tsx";
import { SeenLine } from "./seen-line.tsx";
import { useKeyGate } from "./use-key-gate.ts";
import { useReplacedAt } from "./use-replaced-at.ts";

interface Props {
  pane: WaitingPane;
  /** Whether this box handles the keyboard. */
  hasKeys: boolean;
  onOpen: (() => void) | null;
  /** Called when an action was sent, so that a list can select its next row. */
  onActed?(): void;
}

/** Shows the details of a question, the ways to answer it, and the progress of the answer. */
export function AnswerBox({ pane, hasKeys, onOpen, onActed }: Props) {
  const { acting, seeing } = useLive();
  const question = useQuestion(pane);
  const id = actionKey(pane, question);
  const progress = useActionProgress(id);
  const last = useLastAction(pane);
  // show a refusal of the previous question's answer beside the current question
  const refused = last.id !== id && last.progress?.phase === "refused" ? last.progress : null;
  const asCommand = useStore(preferences.asCommand);
  const [replying, setReplying] = useState<Replying | null>(null);
  const [ruledFor, setRuledFor] = useState<string | null>(null);
  const reads = `${pane.runtime_id} ${id} ${question === null ? askWords(pane, null) : question.revision}`;
  const [picked, setPicked] = useState<{ reads: string; picks: readonly string[] }>({ reads, picks: [] });
  // discard picks when the question itself changed; keep them when only more choices arrived
  const picks = subjectOf(picked.reads) === subjectOf(reads) ? picked.picks : NO_PICKS;
  const box = useRef<HTMLDivElement>(null);
  const gate = useKeyGate(hasKeys, reads, box);
  const answerOptions = useMemo(() => answerOptionsOf(pane, question), [pane, question]);
  const approve = question?.kind === "approval" ? answerOptions.find(({ type }) => type === "approve") : undefined;
  const isSeen = useStore(seeing.hidden).has(callName(pane.attention));
  const canUndo = useStore(seeing.undoable)?.panes.some((marked) => marked.attention === pane.attention) ?? false;
  const isBusy = isSeen || progress?.phase === "sending" || progress?.phase === "told";

  const perform = (act: Act, meant = pane) => {
    setReplying(null);
    setPicked({ reads, picks: [] });
    void acting.act(meant, act);
    onActed?.();
  };
  const pick = (option: AnswerOption) => {
    if (isBusy) return;
    if (option.type === "reply") setReplying({ pane, question });
    else if (option.type === "seen") {
      seeing.see([pane]);
      onActed?.();
    } else if (question === null) return;
    else if (option.type === "send-picks")
      picks.length > 0 && perform({ type: "pick", question, choices: [...picks], what: option.label });
    else if (question.multiple === true) setPicked({ reads, picks: toggled(picks, option.answer) });
    else perform({ type: "pick", question, choices: [option.answer], what: option.label });
  };
  // the reply is for the question shown when the box was opened: the daemon refuses it if that has changed
  const reply = (text: string) => {
    const { pane: meant, question: asked } = replying ?? { pane, question };
    if (asked !== null)
      return perform({ type: "say", question: asked, text, what: asked.kind === "approval" ? "Deny" : "Reply" });
    perform({ type: "send", text, now: pane, what: "Reply" }, meant);
  };
  // only marks a choice, without sending
  const isMark = (option: AnswerOption) => option.type === "option" && question?.multiple === true;
  const press = (option: AnswerOption, key: string, pressed: KeyPress) => {
    if (isMark(option)) pick(option);
    else if (!isBusy) gate.pass(key, pressed, () => pick(option));
  };
  const replacedAt = useReplacedAt(question?.kind === "approval" ? subjectOf(question.revision) : null);
  const click = (option: AnswerOption, event: MouseEvent) =>
    isMark(option) ? pick(option) : gate.click(event, () => pick(option), replacedAt.current);
  const bindings = answerOptions.flatMap((option) => keysOf(option).map((key) => bindingOf(option, key, press)));
  // before those of the pane beside the list, which may use the same letters
  const snooze = () => {
    if (isBusy) return;
    seeing.snooze([pane], SNOOZE_MS);
    onActed?.();
  };
  bindings.push(["z", (pressed) => gate.pass("z", pressed, snooze)]);
  useKeys(hasKeys ? Object.fromEntries(bindings) : NO_KEYS, "first");

  return (
    <div className="answer" ref={box} data-ready={hasKeys ? gate.isReady : undefined}>
      {question !== null && tellsMore(question) && <AskDetail question={question} />}
      {refused !== null && <ActionProgressLine progress={refused} onLookAgain={() => void acting.lookAgain(last.id)} />}
      {progress !== null && <ActionProgressLine progress={progress} onLookAgain={() => void acting.lookAgain(id)} />}
      {replying !== null && (
        <ReplyBox
          {...replyWords(programOf(pane), replying.question)}
          // keep a refused text, so that it need not be typed again
          begun={refusedWords(progress ?? refused)}
          onSend={reply}
          onClose={() => setReplying(null)}
        />
      )}
      {isSeen && <SeenLine onUndo={canUndo ? seeing.undo : null} />}
      {replying === null && !isBusy && (
        <AnswerButtons answerOptions={answerOptions} picks={picks} onPick={click} onSnooze={snooze} onOpen={onOpen} />
      )}
      {approve !== undefined && question !== null && !isBusy && (
        <AlwaysHere
          key={reads}
          questionId={question.question_id}
          isOpen={ruledFor === reads}
          onOpen={() => setRuledFor(reads)}
          onMade={() => pick(approve)}
          onClose={() => setRuledFor(null)}
        />
      )}
      {asCommand && (
        <div className="commands">
          {answerOptions.map((option) => (
            <CommandLine key={option.label} command={answerAsCommand(pane, option, question?.revision ?? null)} />
          ))}
          <CommandLine command={snoozeCommand(pane)} />
          <CommandLine command={attachCommand(pane)} />
        </div>
      )}
      <IgnoredNote ignored={gate.ignored} />
    </div>
  );
}

/** The pane and the question as they were when the person began to reply; no question if none was known. */
interface Replying {
  pane: WaitingPane;
  question: Question | null;
}

/** As long as `agtmux snooze` puts a call off. */
export const SNOOZE_MS = 30 * 60_000;
const NO_KEYS = {};
const NO_PICKS: readonly string[] = [];

type Press = (option: AnswerOption, key: string, pressed: KeyPress) => void;

/** `y` and `n` too, as in a terminal. */
function keysOf({ type, key = null }: AnswerOption & { key?: string | null }): string[] {
  const other = type === "approve" ? ["y"] : type === "deny" ? ["n"] : [];
  return key === null ? [] : [key, ...other];
}

function bindingOf(option: AnswerOption, key: string, press: Press): [string, (pressed: KeyPress) => void] {
  return [key, (pressed) => press(option, key, pressed)];
}

function replyWords(who: string, question: Question | null): { label: string; send: string } {
  return question?.kind === "approval"
    ? { label: `What ${who} should do instead`, send: "Deny with this" }
    : { label: `Reply to ${who}`, send: "Send reply" };
}

function refusedWords(progress: ActionProgress | null): string {
  return progress?.phase === "refused" ? (progress.words ?? "") : "";
}

function tellsMore({ detail = "", from_screen = false }: Question): boolean {
  return detail !== "" || from_screen;
}

/** Identifies the question without its choices: the revision up to the last dot. */
function subjectOf(reads: string): string {
  return reads.slice(0, reads.lastIndexOf("."));
}

function toggled(picks: readonly string[], pick: string): string[] {
  return picks.includes(pick) ? picks.filter((other) => other !== pick) : [...picks, pick];
}

import { useMemo, useState } from "react";
import { CommandLine } from "../components/command-line.tsx";
import { type Act, deedId, type WaitingPane } from "../live/acting.ts";
import { useStore } from "../live/store.ts";
import { useDeed, useLive, useQuestion } from "../live/use-live.ts";
import { preferences } from "../shell/preferences.ts";
import { useKeys } from "../shell/use-keys.ts";
import { attachCommand, wayAsCommand } from "../view/as-command.ts";
import { type Way, waysOf } from "../view/ways.ts";
import { AskDetail } from "./ask-detail.tsx";
import { DeedLine } from "./deed-line.tsx";
import { ReplyBox } from "./reply-box.tsx";
import { WayButtons } from "./way-buttons.tsx";

interface Props {
  pane: WaitingPane;
  /** Whether keys are for this one. */
  hasKeys: boolean;
  onOpen: (() => void) | null;
  /** Something is on its way: whoever lists may go on to the next. */
  onActed?(): void;
  /** False in the moment after the last act: a key pressed twice must not answer two. */
  mayAct?(): boolean;
}

/** What a question is about, every way to answer it, and what came of that. */
export function AnswerBox({ pane, hasKeys, onOpen, onActed, mayAct = always }: Props) {
  const { acting } = useLive();
  const question = useQuestion(pane);
  const id = deedId(pane, question);
  const deed = useDeed(id);
  const asCommand = useStore(preferences.asCommand);
  const [isReplying, setReplying] = useState(false);
  const [picks, setPicks] = useState<readonly string[]>([]);
  const ways = useMemo(() => waysOf(pane, question), [pane, question]);
  const isBusy = deed?.phase === "sending" || deed?.phase === "told";

  const perform = (act: Act) => {
    setReplying(false);
    setPicks([]);
    void acting.act(pane, act);
    onActed?.();
  };
  const pick = (way: Way) => {
    if (isBusy) return;
    if (way.type === "reply") setReplying(true);
    else if (way.type === "seen") perform({ type: "seen", what: way.label });
    else if (question === null) return;
    else if (way.type === "send-picks")
      picks.length > 0 && perform({ type: "pick", question, choices: [...picks], what: way.label });
    else if (question.multiple === true) setPicks(toggled(picks, way.answer));
    else perform({ type: "pick", question, choices: [way.answer], what: way.label });
  };
  const reply = (text: string) =>
    perform({ ...(question === null ? { type: "send" } : { type: "say", question }), text, what: "Reply" });
  // a reply box sends nothing by itself
  const press = (way: Way) => (way.type === "reply" || mayAct()) && pick(way);
  useKeys(hasKeys ? Object.fromEntries(ways.map((way) => [way.key ?? "", () => press(way)])) : NO_KEYS);

  const detail = question?.detail ?? "";
  return (
    <div className="answer">
      {detail !== "" && <AskDetail text={detail} />}
      {deed !== null && <DeedLine deed={deed} onLookAgain={() => void acting.lookAgain(id)} />}
      {isReplying && <ReplyBox to={pane.agent ?? pane.command} onSend={reply} onClose={() => setReplying(false)} />}
      {!isReplying && !isBusy && <WayButtons ways={ways} picks={picks} onPick={pick} onOpen={onOpen} />}
      {asCommand && (
        <div className="commands">
          {ways.map((way) => (
            <CommandLine key={way.label} command={wayAsCommand(pane, way, question !== null)} />
          ))}
          <CommandLine command={attachCommand(pane)} />
        </div>
      )}
    </div>
  );
}

const NO_KEYS = {};

function always(): boolean {
  return true;
}

function toggled(picks: readonly string[], pick: string): string[] {
  return picks.includes(pick) ? picks.filter((other) => other !== pick) : [...picks, pick];
}

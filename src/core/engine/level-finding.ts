import { attentionOf } from "../protocol/attention.ts";
import type { State } from "../protocol/state.ts";
import type { Admitted } from "./admit.ts";
import { askState } from "./asks.ts";
import type { Court } from "./court.ts";
import { type EngineConfig, settleMs } from "./engine-config.ts";
import { type Call, callerOf, demoteCompleted, type Finding } from "./finding.ts";
import type { LookMark } from "./marks.ts";

/** What a level shows, as a finding. */
export function fromLook(look: LookMark, admitted: Admitted, config: EngineConfig, court: Court): Finding {
  const { phase } = look.level;
  const asking = phase === "ask";
  // an ask of unknown kind takes the kind of the ask that was heard, else the louder one
  const heard = admitted.edges
    .filter((mark) => mark.edge.phase === "ask" && mark.at >= look.changedAt - settleMs(look.source))
    .at(-1);
  const state =
    look.level.state ??
    (asking ? (heard ? askState(heard) : "waiting_approval") : phase === "busy" ? "running" : "idle");
  const finding: Finding = {
    state,
    reason: null,
    confidence: confidenceOf(look),
    since: look.changedAt,
    decider: look,
    message: look.message || (heard?.message ?? ""),
    activity: look.level.activity ?? null,
    because: `${look.source} shows it`,
    call: callOfLook(look, state, look.message || (heard?.message ?? ""), admitted),
  };
  return demoteCompleted(finding, look.changedAt, config, court);
}

function callOfLook(look: LookMark, state: State, message: string, admitted: Admitted): Call | null {
  const kind = attentionOf(state);
  if (kind === null || (kind === "done" && admitted.said.some((mark) => mark.said.state !== "running"))) return null;
  // named by when the level turned, not by when it was looked at again
  return { id: `${look.source}:${look.changedAt}`, kind, message, source: callerOf(look.source), at: look.changedAt };
}

function confidenceOf(look: LookMark): Finding["confidence"] {
  if (look.source === "session_file" || look.source === "osc") return "high";
  return look.source === "title" || look.source === "transcript" ? "medium" : "low";
}

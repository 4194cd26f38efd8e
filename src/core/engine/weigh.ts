import type { State } from "../protocol/state.ts";
import type { Admitted } from "./admit.ts";
import { askState, openAsks } from "./asks.ts";
import type { Court } from "./court.ts";
import { type EngineConfig, settleMs } from "./engine-config.ts";
import { callerOf, declared, expiry, type Finding, unknown } from "./finding.ts";
import type { RuntimeFold } from "./fold.ts";
import { type Lead, leadOf, newestOf } from "./lead.ts";
import { fromLook } from "./level-finding.ts";
import { type Levels, levelsAgainst } from "./levels.ts";
import type { EdgeMark, LookMark, SaidMark } from "./marks.ts";
import { errorAfter, outcome } from "./outcome.ts";
import { classified } from "./silence.ts";

/**
 * Edges lead, levels settle, declarations tell the detail. Each step either finds something or passes on;
 * whatever has once been overruled is not asked again.
 */
export function weigh(fold: RuntimeFold, admitted: Admitted, config: EngineConfig, court: Court): Finding {
  for (const mark of [...admitted.edges, ...admitted.childEdges]) court.rule(mark, "lost", "something newer was heard");
  for (const mark of admitted.said) court.rule(mark, "lost", "the agent has said something newer");

  const asks = openAsks(admitted, config.clockErrorMs, court);
  const lead = leadOf(admitted, asks, config.clockErrorMs);
  const levels = levelsAgainst(admitted, lead, config, court);
  const said = lastSaid(admitted, court);

  const announced = weighProvisional(admitted, lead, said, court);
  if (typeof announced === "object" && announced !== null) return announced;
  const heard = withoutAnnouncement(fold, admitted, lead, levels, said, config, court);
  const found = classified(heard, admitted, config, court);
  if (announced !== "expired") return detailed(found, announced === "begun" ? admitted.provisional : said);
  const because = `${admitted.provisional?.type} was announced, and the agent never confirmed it`;
  if (found.state === "unknown") return unknown("provisional_expired", because, found.call);
  return { ...found, confidence: "low", because: `${because}; before it, ${found.because}` };
}

/** What the agent's own evidence says. */
function withoutAnnouncement(
  fold: RuntimeFold,
  admitted: Admitted,
  lead: Lead | null,
  levels: Levels,
  said: SaidMark | null,
  config: EngineConfig,
  court: Court,
): Finding {
  if (lead !== null && !levels.overruled) return byEdge(fold, admitted, lead, levels, said, config, court);
  if (lead !== null) court.rule(lead.mark, "lost", "a level seen later contradicts it");
  if (levels.speaking !== null) return byLevel(admitted, levels.speaking, said, config, court);
  if (said !== null && (lead === null || said.at >= lead.newestAt) && !isOverruled(said, admitted)) {
    return declared(said, false, config, court);
  }
  return silence(fold, admitted);
}

/** The last declaration of the turn that nobody has answered by a key. */
function lastSaid(admitted: Admitted, court: Court): SaidMark | null {
  const answered = admitted.said.filter((mark) => mark.at <= admitted.typedAt);
  for (const mark of answered) court.rule(mark, "lost", "answered: a person pressed Enter");
  return admitted.said.filter((mark) => mark.at > admitted.typedAt).at(-1) ?? null;
}

function byEdge(
  fold: RuntimeFold,
  admitted: Admitted,
  lead: Lead,
  levels: Levels,
  said: SaidMark | null,
  config: EngineConfig,
  court: Court,
): Finding {
  switch (lead.phase) {
    case "ask":
      if (said !== null) court.rule(said, "lost", "an approval or a question is open");
      return fromEdge(fold, admitted, lead, levels, config, court);
    case "busy":
      return showsInBusyTurn(said, lead.mark.at, admitted, config, court)
        ? declared(said, false, config, court)
        : fromEdge(fold, admitted, lead, levels, config, court);
    case "rest": {
      if (levels.anew !== null && (said === null || said.at < levels.anew.changedAt))
        return fromLook(levels.anew, admitted, config, court);
      const detail = said !== null && detailsRest(said, lead.mark.at, admitted, court) ? said : null;
      if (detail !== null) return declared(detail, detail.said.state !== "running", config, court);
      const end = outcome(admitted, config, court) ?? unknown("outcome_unknown", "the turn ended, but not how");
      // a weak end tells that the turn is over; a level that names the outcome tells how
      const strong = end.decider !== null && "edge" in end.decider && !end.decider.edge.weak;
      return strong || levels.naming === null ? end : fromLook(levels.naming, admitted, config, court);
    }
    default:
      return lead.phase satisfies never;
  }
}

function byLevel(
  admitted: Admitted,
  look: LookMark,
  said: SaidMark | null,
  config: EngineConfig,
  court: Court,
): Finding {
  const usable = said !== null && !isOverruled(said, admitted) ? said : null;
  if (said !== null && usable === null) court.rule(said, "lost", `${look.source} saw the agent go on after it`);
  switch (look.level.phase) {
    case "ask":
      // the declaration is newer than the look, or too close to it to be contradicted
      return usable !== null && look.at <= usable.at + settleMs(look.source)
        ? declared(usable, false, config, court)
        : fromLook(look, admitted, config, court);
    case "busy":
      // the agent's own `working` stands as long as it is believed, so that it need not come back later
      if (usable?.said.state === "running" && court.now - usable.at < config.busyTtlMs) {
        court.rule(look, "agrees", "sees it working");
        return declared(usable, false, config, court);
      }
      return showsInBusyTurn(usable, turnedAt(look), admitted, config, court)
        ? declared(usable, false, config, court)
        : fromLook(look, admitted, config, court);
    case "rest": {
      const busy = newestOf(admitted.edges, "busy");
      if (usable !== null && busy !== null && usable.at < busy.at)
        court.rule(usable, "lost", "older than the last work, and no event ended the turn");
      else if (usable !== null) return declared(usable, usable.said.state !== "running", config, court);
      return outcome(admitted, config, court) ?? fromLook(look, admitted, config, court);
    }
    default:
      return look.level.phase satisfies never;
  }
}

/** Agents write their status file from inside a tool call: wait a moment before believing it over their work. */
function showsInBusyTurn(
  said: SaidMark | null,
  busySince: number,
  admitted: Admitted,
  config: EngineConfig,
  court: Court,
): said is SaidMark {
  if (said === null) return false;
  if (said.said.state === "running") {
    court.rule(said, "agrees", "says it is working");
    return false;
  }
  if (said.at < busySince || isOverruled(said, admitted)) {
    court.rule(said, "lost", "the agent went on working after it");
    return false;
  }
  const showsAt = said.at + config.declarationDelayMs;
  if (court.now >= showsAt) return true;
  court.rule(said, "lost", "inside a busy turn: shows after a moment, or at rest");
  court.revisit(showsAt);
  return false;
}

/** At rest the turn's declaration is the detail, unless the turn failed after it; `working` is one only if it came later. */
function detailsRest(said: SaidMark, restAt: number, admitted: Admitted, court: Court): boolean {
  if (said.said.state === "running") {
    if (said.at > restAt) return true;
    court.rule(said, "lost", "the turn has ended since");
    return false;
  }
  if (!errorAfter(admitted, said.at)) return true;
  court.rule(said, "lost", "the turn failed after it");
  return false;
}

/** Some level has seen otherwise after this was said: it never comes back by itself. Rest is no contradiction but to `working`. */
function isOverruled(said: SaidMark, admitted: Admitted): boolean {
  return admitted.looks.some((look) => {
    const { phase } = look.level;
    if (phase === "busy") return turnedAt(look) > said.at;
    return (phase === "ask" || said.said.state === "running") && look.at > said.at + settleMs(look.source);
  });
}

/** Levels lag behind what happened: so long before it was seen to turn, it may have turned. */
function turnedAt(look: LookMark): number {
  return look.changedAt - settleMs(look.source);
}

function fromEdge(
  fold: RuntimeFold,
  admitted: Admitted,
  lead: Lead,
  levels: Levels,
  config: EngineConfig,
  court: Court,
): Finding {
  const { mark } = lead;
  const asking = lead.phase === "ask";
  const state: State = asking ? askState(mark) : "running";
  const call = asking
    ? ({
        id: mark.id,
        kind: state === "waiting_input" ? "input" : "approval",
        message: mark.message,
        source: callerOf(mark.source),
        at: mark.at,
      } as const)
    : null;
  const ttl = mark.edge.ttl_ms ?? (asking ? config.askTtlMs : config.busyTtlMs);
  const stale = levels.agreeing === null ? expiry(mark, ttl, call, court) : null;
  if (stale !== null) return stale;
  court.revisit(mark.at + ttl);
  return {
    state,
    reason: null,
    confidence: "high",
    since: asking ? mark.at : busySince(fold, admitted, mark.at),
    decider: mark,
    message: mark.message,
    activity: mark.edge.activity ?? null,
    because: asking ? `${mark.type} is unanswered` : `${mark.type} is the newest event`,
    call,
  };
}

/** An action of ours said what the agent is about to do. It is no word of the agent: where none follows, it was never said. */
function weighProvisional(
  admitted: Admitted,
  lead: Lead | null,
  said: SaidMark | null,
  court: Court,
): Finding | "begun" | "expired" | null {
  const mark = admitted.provisional;
  if (mark === null) return null;
  const superseded = mark.at < Math.max(lead?.newestAt ?? 0, said?.at ?? 0, admitted.begin?.at ?? 0);
  // also by a look that has grown old since: what has been overruled does not come back
  const contradicted = admitted.looks.some((look) => look.at > mark.at + settleMs(look.source));
  if (lead?.phase === "ask") {
    court.rule(mark, "lost", "an approval or a question is open");
    return null;
  }
  const { state, until, activity } =
    "edge" in mark
      ? {
          state: mark.edge.state ?? "running",
          until: mark.edge.provisional_until ?? mark.at,
          activity: mark.edge.activity,
        }
      : { state: mark.said.state, until: mark.said.provisional_until ?? mark.at, activity: mark.said.activity };
  if (superseded || contradicted) {
    // the agent has gone to work, and has not told yet that it is this
    const isBegun = state === "running" && lead?.phase === "busy" && !contradicted && (said?.at ?? 0) <= mark.at;
    if (isBegun && court.now < until) {
      court.revisit(until);
      return "begun";
    }
    court.rule(mark, "lost", "the agent's own signals have replaced it");
    return null;
  }
  if (court.now >= until) {
    court.rule(mark, "lost", "expired: the agent never confirmed it");
    return "expired";
  }
  court.revisit(until);
  return {
    state,
    reason: null,
    confidence: "medium",
    since: mark.at,
    decider: mark,
    message: mark.message,
    activity: activity ?? null,
    because: `${mark.type} was just requested`,
    call: null,
  };
}

/** Of its work the agent itself, or whoever set it to it, tells more than that a tool runs. */
function detailed(found: Finding, mark: EdgeMark | SaidMark | null): Finding {
  if (found.state !== "running" || mark === null) return found;
  const told = "edge" in mark ? mark.edge : mark.said;
  const isOfWork = "edge" in mark || mark.said.state === "running";
  const isPlain = found.activity === null || found.activity.kind === "working";
  if (!isOfWork || !isPlain || told.activity === undefined) return found;
  return { ...found, activity: { ...found.activity, ...told.activity } };
}

function silence(fold: RuntimeFold, admitted: Admitted): Finding {
  const heard = admitted.edges.length + admitted.said.length + admitted.looks.length + admitted.classified.length > 0;
  if (heard) return unknown("stale_signal", "nothing fresh is known");
  return fold.unsupported === null
    ? unknown("no_signal", "the agent has not said anything yet")
    : unknown("unsupported_signal", `${fold.unsupported.type} by ${fold.unsupported.source} is not understood`);
}

/** Running since the turn began or since it last was anything else. */
function busySince(fold: RuntimeFold, admitted: Admitted, busyAt: number): number {
  const turns = [admitted.begin, ...admitted.edges.filter((mark) => mark.edge.phase !== "busy")];
  const before = turns.flatMap((mark) => (mark !== null && mark.at <= busyAt ? [mark.at] : []));
  return before.length > 0 ? Math.max(...before) : (fold.firstAt ?? busyAt);
}

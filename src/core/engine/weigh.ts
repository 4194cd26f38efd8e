import type { Admitted } from "./admit.ts";
import { fromEdge } from "./edge-finding.ts";
import { type EngineConfig, settleMs } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { declared, type Finding, unknown } from "./finding.ts";
import { type Lead, leadOf, newestOf } from "./lead.ts";
import { fromLook } from "./level-finding.ts";
import { type Levels, levelsAgainst } from "./levels.ts";
import { turnedAt } from "./looks.ts";
import type { EdgeMark, LookMark, SaidMark } from "./marks.ts";
import { errorAfter, outcome } from "./outcome.ts";
import type { RuntimeFold } from "./runtime-fold.ts";
import { classified } from "./silence.ts";
import { heldBy } from "./turn-end.ts";
import { weighProvisional } from "./weigh-provisional.ts";

/**
 * Edges lead, levels settle, declarations give the detail. Each step finds something or passes on; evidence that was
 * once overruled does not count again.
 */
export function weigh(fold: RuntimeFold, admitted: Admitted, config: EngineConfig, ledger: EvidenceLedger): Finding {
  const lead = leadOf(admitted, config.clockErrorMs);
  const levels = levelsAgainst(admitted, lead, config, ledger);
  const said = lastSaid(admitted, ledger);

  const announced = weighProvisional(admitted, lead, levels, said, ledger);
  if (typeof announced === "object" && announced !== null) return announced;
  const heard = withoutAnnouncement(fold, admitted, lead, levels, said, config, ledger);
  const found = classified(heard, admitted, config, ledger);
  if (announced !== "expired") return detailed(found, announced === "begun" ? admitted.provisional : said);
  const because = `${admitted.provisional?.type} was announced, and the agent never confirmed it`;
  if (found.state === "unknown") return unknown("provisional_expired", because, found.call);
  return { ...found, confidence: "low", because: `${because}; before it, ${found.because}` };
}

/** The result of the agent's own evidence. */
function withoutAnnouncement(
  fold: RuntimeFold,
  admitted: Admitted,
  lead: Lead | null,
  levels: Levels,
  said: SaidMark | null,
  config: EngineConfig,
  ledger: EvidenceLedger,
): Finding {
  if (lead !== null && !levels.overruled) return byEdge(fold, admitted, lead, levels, said, config, ledger);
  if (lead !== null) ledger.rule(lead.mark, "lost", "a level seen later contradicts it");
  if (levels.speaking !== null) return byLevel(admitted, levels.speaking, said, config, ledger);
  if (said !== null && (lead === null || said.at >= lead.newestAt) && !isOverruled(said, admitted)) {
    return declared(said, config, ledger);
  }
  return withoutEvidence(fold, admitted);
}

/** The last declaration of the turn that no key press has answered. */
function lastSaid(admitted: Admitted, ledger: EvidenceLedger): SaidMark | null {
  const answered = admitted.said.filter((mark) => mark.at <= admitted.typedAt);
  for (const mark of answered) ledger.rule(mark, "lost", "answered: through agtmux");
  return admitted.said.filter((mark) => mark.at > admitted.typedAt).at(-1) ?? null;
}

function byEdge(
  fold: RuntimeFold,
  admitted: Admitted,
  lead: Lead,
  levels: Levels,
  said: SaidMark | null,
  config: EngineConfig,
  ledger: EvidenceLedger,
): Finding {
  switch (lead.phase) {
    case "ask":
      if (said !== null) ledger.rule(said, "lost", "an approval or a question is open");
      return fromEdge(fold, admitted, lead, levels, config, ledger);
    case "busy":
      return showsInBusyTurn(said, lead.mark.at, admitted, config, ledger)
        ? declared(said, config, ledger)
        : fromEdge(fold, admitted, lead, levels, config, ledger);
    case "rest": {
      if (levels.anew !== null && (said === null || said.at < levels.anew.changedAt))
        return fromLook(levels.anew, admitted, config, ledger);
      const by = heldBy(admitted, config, ledger);
      if (by !== null) return held(byLevel(admitted, by, said, config, ledger), lead.mark, ledger);
      const detail = said !== null && detailsRest(said, lead.mark.at, admitted, ledger) ? said : null;
      if (detail !== null) return declared(detail, config, ledger);
      const end = outcome(admitted, config, ledger) ?? unknown("outcome_unknown", "the turn ended, but not how");
      // a weak end says that the turn is over; a level that names another outcome says how
      const strong = end.decider !== null && "edge" in end.decider && !end.decider.edge.weak;
      const { naming } = levels;
      if (strong || naming === null || naming.level.state === end.state) return end;
      return fromLook(naming, admitted, config, ledger);
    }
    default:
      return lead.phase satisfies never;
  }
}

/** The end was reported, but a level still shows work: no attention is raised yet. */
function held(found: Finding, end: EdgeMark, ledger: EvidenceLedger): Finding {
  ledger.rule(end, "lost", "held: a level still sees it working");
  return { ...found, because: `${found.because}; ${end.type} is held until that level turns or is seen no more` };
}

function byLevel(
  admitted: Admitted,
  look: LookMark,
  said: SaidMark | null,
  config: EngineConfig,
  ledger: EvidenceLedger,
): Finding {
  const usable = said !== null && !isOverruled(said, admitted) ? said : null;
  if (said !== null && usable === null) ledger.rule(said, "lost", `${look.source} saw the agent go on after it`);
  switch (look.level.phase) {
    case "ask":
      // the declaration is newer than the reading, or too close to it to be contradicted
      return usable !== null && look.at <= usable.at + settleMs(look.source)
        ? declared(usable, config, ledger)
        : fromLook(look, admitted, config, ledger);
    case "busy":
      // the agent's own `working` counts until it expires, so that it need not come back later
      if (usable?.said.state === "running" && ledger.now - usable.at < config.busyTtlMs) {
        ledger.rule(look, "agrees", "sees it working");
        return declared(usable, config, ledger);
      }
      return showsInBusyTurn(usable, turnedAt(look), admitted, config, ledger)
        ? declared(usable, config, ledger)
        : fromLook(look, admitted, config, ledger);
    case "rest": {
      const busy = newestOf(admitted.edges, "busy");
      if (usable !== null && busy !== null && usable.at < busy.at)
        ledger.rule(usable, "lost", "older than the last work, and no event ended the turn");
      else if (usable !== null) return declared(usable, config, ledger);
      return outcome(admitted, config, ledger) ?? fromLook(look, admitted, config, ledger);
    }
    default:
      return look.level.phase satisfies never;
  }
}

/** Agents write their status file from inside a tool call: wait a moment before preferring it to their work. */
function showsInBusyTurn(
  said: SaidMark | null,
  busySince: number,
  admitted: Admitted,
  config: EngineConfig,
  ledger: EvidenceLedger,
): said is SaidMark {
  if (said === null) return false;
  if (said.said.state === "running") {
    ledger.rule(said, "agrees", "says it is working");
    return false;
  }
  if (said.at < busySince || isOverruled(said, admitted)) {
    ledger.rule(said, "lost", "the agent went on working after it");
    return false;
  }
  const showsAt = said.at + config.declarationDelayMs;
  if (ledger.now >= showsAt) return true;
  ledger.rule(said, "lost", "inside a busy turn: shows after a moment, or at rest");
  ledger.revisit(showsAt);
  return false;
}

/**
 * At rest the turn's declaration is the detail, unless the turn failed after it; `working` is one only if it came
 * later.
 */
function detailsRest(said: SaidMark, restAt: number, admitted: Admitted, ledger: EvidenceLedger): boolean {
  if (said.said.state === "running") {
    if (said.at > restAt) return true;
    ledger.rule(said, "lost", "the turn has ended since");
    return false;
  }
  if (!errorAfter(admitted, said.at)) return true;
  ledger.rule(said, "lost", "the turn failed after it");
  return false;
}

/** A level contradicts this declaration, which then never counts again. Rest contradicts only `working`. */
function isOverruled(said: SaidMark, admitted: Admitted): boolean {
  return admitted.looks.some((look) => {
    const { phase } = look.level;
    if (phase === "busy") return turnedAt(look) > said.at;
    return (phase === "ask" || said.said.state === "running") && look.at > said.at + settleMs(look.source);
  });
}

/** The agent's own declaration, or our announcement, gives more detail than that a tool runs. */
function detailed(found: Finding, mark: EdgeMark | SaidMark | null): Finding {
  if (found.state !== "running" || mark === null) return found;
  const told = "edge" in mark ? mark.edge : mark.said;
  const isOfWork = "edge" in mark || mark.said.state === "running";
  const isPlain = found.activity === null || found.activity.kind === "working";
  if (!isOfWork || !isPlain || told.activity === undefined) return found;
  return { ...found, activity: { ...found.activity, ...told.activity } };
}

function withoutEvidence(fold: RuntimeFold, admitted: Admitted): Finding {
  const heard = admitted.edges.length + admitted.said.length + admitted.looks.length + admitted.classified.length > 0;
  if (heard) return unknown("stale_signal", "nothing fresh is known");
  return fold.unsupported === null
    ? unknown("no_signal", "the agent has not said anything yet")
    : unknown("unsupported_signal", `${fold.unsupported.type} by ${fold.unsupported.source} is not understood`);
}

import type { Agent } from "../../agents/agent.ts";
import { namedAgents } from "../../agents/named-agents.ts";
import { Run } from "../../agents/run.ts";
import { runAgent } from "../../agents/run-agent.ts";
import type { Situation } from "../../agents/situations.ts";
import type { Stage } from "../../agents/stage.ts";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { peersHere } from "./peers-here.ts";
import { classOf, type Peer, type Seen } from "./seen.ts";
import { type SeenAt, WatchedPane } from "./watched-pane.ts";

/** As the table of states does: later is not right any more. */
const BOUND_MS = 3_000;
const AGENTS = (process.env.AGTMUX_PEER_AGENTS ?? "claude,codex,gemini,copilot,opencode").split(",");
/** Those that every tool could tell: no daemon of ours is restarted, no hooks are taken away. */
const SCENES: readonly Situation[] = [
  "prompt",
  "approval asked",
  "denied",
  "question asked",
  "done",
  "interrupted while streaming",
  "interrupted at approval",
  "API error 400",
  "retrying 429",
  "sub-agent running",
  "two approvals in a row",
  "dialog in 40×10",
  "draft",
  "queued prompt",
  "menus and viewers",
];

interface Judged {
  verdict: "right" | "wrong" | "untold";
  /** From when it was true to when it was shown for good. */
  ms: number;
  truth: Seen;
}

/** The real agents against a scripted model: each tool watches the same panes at the same time. Run from the repository's root. */
export async function benchPeerLive(): Promise<BenchResult[]> {
  const peers = await peersHere();
  const judged = new Map<string, Judged[]>([
    ["agtmux", []],
    ...peers.map(({ name }) => [name, []] as [string, Judged[]]),
  ]);
  for (const agent of namedAgents(AGENTS)) await playOne(agent, peers, judged);
  return [...judged].flatMap(([name, all]) => (all.length === 0 ? [] : linesOf(name, all)));
}

async function playOne(agent: Agent, peers: readonly Peer[], judged: Map<string, Judged[]>): Promise<void> {
  const panes: { stage: Stage; watched: WatchedPane }[] = [];
  const onStage = (stage: Stage) => {
    panes.push({ stage, watched: new WatchedPane(stage.pane, agent.name, peers) });
  };
  const run = await Run.begin(agent, { keep: false, over: "here", report: console.log, onStage });
  try {
    await runAgent(run, SCENES);
    for (const { stage, watched } of panes) {
      await watched.end();
      const ours = run.sightings
        .of(stage.pane.id)
        .map(({ at, shown }) => ({ at, seen: classOf(shown === "gone" ? "unknown" : shown) }));
      for (const [name, seen] of [["agtmux", ours] as const, ...watched.seen])
        judged.get(name)?.push(...judgeAll(stage, seen));
    }
  } finally {
    for (const { watched } of panes) await watched.end();
    await run.end();
  }
}

function judgeAll({ spans }: Stage, seen: readonly SeenAt[]): Judged[] {
  return spans.flatMap((span) => {
    const truth = classOf(span.truth === "gone" ? "unknown" : span.truth);
    return truth === "untold" ? [] : [judgeOne(truth, span, seen)];
  });
}

function judgeOne(truth: Seen, { from, to }: { from: number; to: number }, all: readonly SeenAt[]): Judged {
  const before = all.findLastIndex(({ at }) => at <= from);
  const seen = all.slice(Math.max(before, 0)).filter(({ at }) => at < to);
  const settled = seen[seen.findLastIndex((each) => each.seen !== truth) + 1];
  const ms = settled === undefined ? Infinity : Math.max(0, settled.at - from);
  const last = seen.at(-1)?.seen ?? "untold";
  return { truth, ms, verdict: ms <= BOUND_MS ? "right" : last === "untold" ? "untold" : "wrong" };
}

function linesOf(name: string, all: readonly Judged[]): BenchResult[] {
  const count = (verdict: Judged["verdict"]) => all.filter((each) => each.verdict === verdict).length;
  const ratio = (count("right") / all.length) * 100;
  const detail = `${count("right")} right, ${count("wrong")} wrong, ${count("untold")} untold of ${all.length}`;
  const asked = all.flatMap(({ truth, verdict, ms }) => (truth === "asking" && verdict === "right" ? [ms] : []));
  const told = `p50 ${percentile(asked, 0.5).toFixed(0)}, p90 ${percentile(asked, 0.9).toFixed(0)} ms of ${asked.length}`;
  const common = { floor: "what is true", reach: "–", ok: true };
  return [
    { ...common, name: `${name}: live scenes`, ratio, unit: "% right", detail },
    {
      ...common,
      name: `${name}: a question or approval is shown`,
      ratio: percentile(asked, 0.5),
      unit: "ms",
      detail: told,
    },
  ];
}

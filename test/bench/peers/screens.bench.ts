import { type RecordedScreen, readScreens } from "../../accuracy/recorded-screen.ts";
import { type ScreenScore, scoreScreens } from "../../accuracy/score-screens.ts";
import type { BenchResult } from "../bench-result.ts";
import { peersHere } from "./peers-here.ts";
import { classOf, type Peer, type Seen, type Shot } from "./seen.ts";

const SCREENS = "test/fixtures/agents/screens";
/** Those that all these tools know; others of the same name may be other programs. */
const AGENTS = ["claude", "codex", "gemini", "copilot", "opencode"];
const OURS = "agtmux (its screen reader alone)";

/** The same labelled screens for each tool's reader, in three classes. Run from the repository's root. */
export async function benchPeerScreens(): Promise<BenchResult[]> {
  const screens = readScreens(SCREENS).filter(({ agent, state }) => AGENTS.includes(agent) && state !== "unknown");
  const ours = new Map(scoreScreens(screens).map((score) => [score as RecordedScreen, classOf(score.read)]));
  const readings: [string, Map<RecordedScreen, Seen | null>][] = [[OURS, ours]];
  for (const peer of await peersHere()) readings.push([`${peer.name} ${peer.version}`, await readAll(peer, screens)]);
  return readings.flatMap(([name, seen]) => ([...seen.keys()].length === 0 ? [] : [lineOf(name, seen)]));
}

async function readAll(peer: Peer, screens: readonly RecordedScreen[]): Promise<Map<RecordedScreen, Seen | null>> {
  const seen = await Promise.all(
    screens.map(async (each) => [each, await peer.read(each.agent, shotOf(each))] as const),
  );
  return new Map(seen);
}

/**
 * The screens were recorded in tmux, where Claude's title stands still. In a terminal of its own, as herdr has, it moves
 * while Claude works: peers get it so.
 */
function shotOf({ agent, state, screen: { lines, title = "" } }: RecordedScreen): Shot {
  const moves = agent === "claude" && state === "running";
  return { lines, title: moves ? title.replace(/^✳ /, "⠂ ") : title };
}

function lineOf(name: string, seen: ReadonlyMap<RecordedScreen | ScreenScore, Seen | null>): BenchResult {
  const all = [...seen];
  const right = all.filter(([screen, read]) => read === classOf(screen.state)).length;
  const untold = all.filter(([, read]) => read === "untold" || read === null).length;
  const wrong = all.length - right - untold;
  const ratio = (right / all.length) * 100;
  const detail = `${right} right, ${wrong} wrong, ${untold} untold of ${all.length}; wrong by agent: ${wrongByAgent(all)}`;
  const isOurs = name === OURS;
  return {
    name,
    floor: "labels",
    ratio,
    unit: "% right",
    reach: isOurs ? "≥ 99" : "–",
    ok: !isOurs || ratio >= 99,
    detail,
  };
}

function wrongByAgent(all: readonly (readonly [RecordedScreen, Seen | null])[]): string {
  const agents = [...new Set(all.map(([{ agent }]) => agent))];
  const counts = agents.map((agent) => {
    const own = all.filter(([screen]) => screen.agent === agent);
    const wrong = own.filter(([{ state }, read]) => read !== null && read !== "untold" && read !== classOf(state));
    return `${agent} ${wrong.length} of ${own.length}`;
  });
  return counts.join(", ");
}

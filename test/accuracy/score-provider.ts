import { homedir } from "node:os";
import { join } from "node:path";
import { promptFor } from "../../src/core/classify/prompt.ts";
import { readVerdict } from "../../src/core/classify/verdict-text.ts";
import type { ClassifierName, Verdict } from "../../src/core/protocol/daemon/classify.ts";
import { createProvider } from "../../src/daemon/classify/create-provider.ts";
import type { Provider } from "../../src/daemon/classify/provider.ts";
import { loadSettings } from "../../src/daemon/read-settings.ts";
import type { ClassifyCase } from "./classify-cases.ts";
import { type ClassifyScore, scoreOf } from "./score-classify.ts";

const LONGEST_CALL_MS = 60_000;

/** The provider configured in AGTMUX_HOME, created as the daemon would. */
export function configuredProvider(name: Exclude<ClassifierName, "rules">, environment: NodeJS.ProcessEnv): Provider {
  const home = environment.AGTMUX_HOME || join(homedir(), ".agtmux");
  const settings = loadSettings(join(home, "config.toml"), environment, {});
  return createProvider(name, { settings, environment });
}

/** Classifies one screen after another; an implausible verdict counts as unknown. */
export async function scoreByProvider(cases: readonly ClassifyCase[], provider: Provider): Promise<ClassifyScore[]> {
  const scores: ClassifyScore[] = [];
  for (const each of cases) scores.push(scoreOf(each, await verdictOf(each, provider)));
  return scores;
}

async function verdictOf({ excerpt }: ClassifyCase, provider: Provider): Promise<Verdict> {
  try {
    const answer = await provider.classify(promptFor(excerpt), AbortSignal.timeout(LONGEST_CALL_MS));
    const read = readVerdict(answer, excerpt);
    return read.ok ? read.verdict : { ...NONE, summary: `refused: ${read.why}` };
  } catch (error) {
    return { ...NONE, summary: `no answer: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const NONE: Verdict = { state: "unknown", confidence: "low", evidence: [], summary: "" };

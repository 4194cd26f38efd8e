import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { envelope, type SignalFacts } from "../../src/core/engine/envelope.ts";
import { benchSignal, openPipeline, PANES } from "./bench-pipeline.ts";
import type { BenchResult } from "./bench-result.ts";
import { bareInserts } from "./ingest-floor.ts";
import { median } from "./percentile.ts";

const EVENTS = 20_000;
const BATCH = 1_000;
const ROUNDS = 5;
const REACH = 0.3;

/**
 * Compares durable ingest through bind, fold, resolve and projection with bare inserts of the same rows and batches.
 */
export async function benchIngest(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-bench-"));
  try {
    const signals = Array.from({ length: EVENTS }, (_, index) => benchSignal(index));
    const rows = signals.map((facts) => ({
      ...envelope(facts, facts.event_time),
      runtime_id: `runtime-${facts.pane_id}`,
    }));
    const floors: number[] = [];
    const subjects: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(bareInserts(join(dir, `floor-${round}.db`), rows, BATCH));
      subjects.push(throughThePipeline(join(dir, `pipeline-${round}.db`), signals));
    }
    const [floor, subject] = [median(floors), median(subjects)];
    const ratio = subject / floor;
    const detail = `${Math.round(subject)} against ${Math.round(floor)} events/s, ${BATCH} to a commit, ${PANES} panes`;
    return [
      {
        name: "durable ingest through the engine",
        floor: "bare prepared inserts",
        ratio,
        reach: `≥ ${REACH}`,
        ok: ratio >= REACH,
        detail,
      },
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function throughThePipeline(path: string, signals: readonly SignalFacts[]): number {
  const pipeline = openPipeline(path);
  const start = performance.now();
  for (let from = 0; from < signals.length; from += BATCH) pipeline.ingest(signals.slice(from, from + BATCH));
  const perSecond = (signals.length / (performance.now() - start)) * 1000;
  const bound = pipeline.bound();
  pipeline.close();
  if (bound !== signals.length) throw new Error(`${bound} of ${signals.length} events were bound`);
  return perSecond;
}

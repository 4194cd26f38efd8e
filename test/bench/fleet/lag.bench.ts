import { setTimeout as sleep } from "node:timers/promises";
import { SoakPlace } from "../../soak/soak-place.ts";
import { Nats } from "../../support/nats.ts";
import { until } from "../../support/sandbox.ts";
import { drop } from "../../support/spool-drop.ts";
import type { BenchResult } from "../bench-result.ts";
import { median } from "../percentile.ts";
import { StreamListener } from "../targets/stream-listener.ts";
import { spread } from "../web/spread.ts";
import { BareBucket } from "./bare-bucket.ts";
import { fleetDaemon, streamUrl } from "./fleet-daemon.ts";

const ROUNDS = 200;
const WARM_UP = 20;
/** Odd, so that rounds do not align with periodic work. */
const PAUSE_MS = 7;
const REACH = 3;
/** As long as the row of an agent at work. */
const ROW = "x".repeat(1_500);

/** From a client of the daemon that has the pane to a client of another daemon, against a bare put and watch. */
export async function benchFleetLag(): Promise<BenchResult[]> {
  const nats = new Nats("");
  await nats.start();
  const closing: (() => Promise<unknown>)[] = [() => nats.dispose()];
  try {
    const boxes = ["one", "two"].map((name) => fleetDaemon(name, nats.url));
    for (const box of boxes) closing.unshift(() => box.dispose());
    const [one, two] = boxes as [(typeof boxes)[0], (typeof boxes)[0]];
    const place = new SoakPlace("host", one, 1);
    for (const box of boxes) await box.startDaemon();
    place.register();
    await until(async () => (await two.panes()).summary.agents === 1);
    const [here, there] = [new StreamListener(streamUrl(one)), new StreamListener(streamUrl(two))];
    closing.unshift(async () => [here, there].map((each) => each.close()));
    await Promise.all([here.open, there.open]);
    const floor = await BareBucket.open(nats.url);
    closing.unshift(() => floor.close());
    const [{ paneId = "" } = {}] = place.panes;
    const [own, further, bare]: [number[], number[], number[]] = [[], [], []];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const word = `<${round}>`;
      const [atOwn, atOther] = [here.arrival(word), there.arrival(word)];
      const said = performance.now();
      drop(one, { agent: "schmux", event: "working", pane: paneId, tmux: place.server, payload: word });
      const [first, second] = await Promise.all([atOwn, atOther]);
      const put = await floor.lag(`${ROW}${word}`, word);
      if (round >= 0) {
        own.push(first - said);
        further.push(second - first);
        bare.push(put);
      }
      await sleep(PAUSE_MS);
    }
    const ratio = median(further) / median(bare);
    return [
      {
        name: "change → client of another daemon, after the own daemon's client",
        floor: "bare KV put → watch",
        ...{ ratio, reach: `≤ ${REACH}`, ok: ratio <= REACH },
        detail: `${spread(further)}; floor ${spread(bare)}; signal → own client ${spread(own)}`,
      },
    ];
  } finally {
    for (const close of closing) await close();
  }
}

import { isDeepStrictEqual } from "node:util";
import type { PaneItem, PaneList } from "../../src/core/protocol/lists/lists.ts";
import { query } from "../support/event-log.ts";
import { type Sandbox, until } from "../support/sandbox.ts";
import type { Signaller } from "./signallers.ts";
import type { SoakClient } from "./soak-client.ts";
import type { SoakTerminal } from "./soak-terminal.ts";
import type { SoakWorld } from "./soak-world.ts";

export interface Counted {
  signals: number;
  /** Events in the logs of all daemons. */
  events: number;
}

const PATIENCE_MS = 90_000;

/** Compares what was said with what arrived, once everything works again. */
export async function verdictOf(
  world: SoakWorld,
  signallers: readonly Signaller[],
  clients: readonly SoakClient[],
  terminals: readonly SoakTerminal[],
): Promise<{ counted: Counted; faults: string[] }> {
  const faults: string[] = [];
  const attempt = async (check: () => boolean | Promise<boolean>, describe: () => string[]) => {
    await until(check, undefined, PATIENCE_MS).catch(() => faults.push(...describe()));
  };
  const waiting = () => signallers.filter(({ waitsSince }) => waitsSince !== null);
  await attempt(
    () => waiting().length === 0,
    () => waiting().map((each) => `${each.key}: word ${each.said} by ${each.way} was never heard (${each.shown()})`),
  );
  await attempt(
    () => clients.every(({ heard }) => signallers.every(({ key, said }) => said === 0 || heard.get(key) === said)),
    () => clients.flatMap(({ heard }, n) => endings(heard, signallers).map((ending) => `dashboard ${n}: ${ending}`)),
  );
  let differences: string[] = [];
  await attempt(
    async () => {
      const { items } = await world.watched.json<PaneList>("list", "panes", "--all", "--json");
      differences = clients.flatMap(({ shown }, n) =>
        differencesOf(shown, items).map((difference) => `dashboard ${n}: ${difference}`),
      );
      return differences.length === 0;
    },
    () => differences,
  );
  faults.push(...clients.flatMap((client, n) => client.faults.map((fault) => `dashboard ${n}: ${fault}`)));
  faults.push(...(await faultsOfTerminals(world, terminals)));
  const { counted, wrong } = countEvents(world, signallers);
  return { counted, faults: [...faults, ...wrong] };
}

function endings(heard: ReadonlyMap<string, number>, signallers: readonly Signaller[]): string[] {
  return signallers
    .filter(({ key, said }) => said > 0 && heard.get(key) !== said)
    .map(({ key, said }) => `${key} ends with ${heard.get(key)} of ${said}`);
}

/** Rows of a dashboard that are not as in the list. Of a pane with output all the time it only has to have a row. */
function differencesOf(shown: ReadonlyMap<string, PaneItem>, listed: readonly PaneItem[]): string[] {
  const rows = new Map(listed.map((item) => [`${item.identity.target} ${item.identity.pane_id}`, item]));
  return [...new Set([...rows.keys(), ...shown.keys()])].flatMap((key) => {
    const [row, own] = [rows.get(key), shown.get(key)];
    if (row === undefined || own === undefined)
      return [`${key} is only ${row === undefined ? "there" : "in the list"}`];
    const isStorm = row.message === "" && own.message === "";
    return isStorm || isDeepStrictEqual(row, own)
      ? []
      : [`${key} is ${JSON.stringify(own)} and in the list ${JSON.stringify(row)}`];
  });
}

/** A terminal has no gaps, goes on when all faults are over, and ends only with a daemon or the server. */
async function faultsOfTerminals(world: SoakWorld, terminals: readonly SoakTerminal[]): Promise<string[]> {
  const before = terminals.map(({ received }) => received);
  await until(() => terminals.every(({ received }, n) => received > (before[n] ?? 0)), undefined, PATIENCE_MS).catch(
    () => undefined,
  );
  return terminals.flatMap(({ gaps, ends, received, said }, n) => {
    const { kind, ref } = world.storms[n] ?? { kind: "here", ref: "" };
    return [
      ...(gaps > 0 ? [`terminal of ${ref}: ${gaps} gaps`] : []),
      ...(kind !== "fleet" && ends > 0 ? [`terminal of ${ref}: it ended ${ends} times: ${said.join("\n")}`] : []),
      ...(received > (before[n] ?? 0) ? [] : [`terminal of ${ref}: it shows nothing any more: ${said.join("\n")}`]),
    ];
  });
}

/** Each daemon must have every word of its panes once in its log, and in order. */
function countEvents(world: SoakWorld, signallers: readonly Signaller[]): { counted: Counted; wrong: string[] } {
  const counted: Counted = { signals: 0, events: 0 };
  const wrong: string[] = [];
  for (const owner of [world.watched, ...world.members]) {
    const own = signallers.filter(({ part }) => part.owner === owner);
    const signals = own.reduce((sum, { said }) => sum + said, 0);
    const { events, astray } = wordsIn(owner);
    counted.signals += signals;
    counted.events += events;
    const name = own[0]?.part.place.target ?? "nobody";
    if (events !== signals || astray > 0)
      wrong.push(`${name}: ${signals} signals are ${events} events, ${astray} of them not right after the one before`);
  }
  return { counted, wrong };
}

/** Each pane's numbers must be 1, 2, 3 and so on, in the order of the log. */
function wordsIn(owner: Sandbox): { events: number; astray: number } {
  const [count] = query<{ events: number; astray: number | null }>(
    owner,
    `WITH words AS (
       SELECT rowid AS place, target_id, pane_id, CAST(substr(message, 6) AS INTEGER) AS number FROM events
       WHERE message GLOB 'word *' AND source IN ('command', 'marker', 'status_file', 'hook')
     ), steps AS (
       SELECT number - lag(number, 1, 0) OVER (PARTITION BY target_id, pane_id ORDER BY place) AS step FROM words
     )
     SELECT count(*) AS events, sum(step <> 1) AS astray FROM steps`,
  );
  return { events: count?.events ?? 0, astray: count?.astray ?? 0 };
}

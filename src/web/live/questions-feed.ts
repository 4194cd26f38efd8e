import type { Client } from "../../client/client.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { backoffMs } from "./backoff.ts";
import type { Fleet } from "./fleet.ts";
import type { FleetFeed } from "./fleet-feed.ts";
import { createStore, type Store } from "./store.ts";
import type { BrowserEnv } from "./stream.ts";

/** Debounce: the hooks of one turn come in bursts. */
const QUIET_MS = 120;
/** Stop waiting for the first answer after this long: a running daemon has answered by then, a stopped one refused. */
const PATIENCE_MS = 3_000;

export type Questions = ReadonlyMap<string, Question>;

export interface QuestionsFeed {
  questions: Store<Questions>;
  /** Whether the questions have been loaded, or waiting was given up. Rows rendered earlier would grow. */
  isRead: Store<boolean>;
  /** Reloads now. */
  refresh(): Promise<void>;
  close(): void;
}

/** Open questions, reloaded whenever attention changes or the daemon reports new wording. */
export function openQuestionsFeed(
  { fleet, asked }: Pick<FleetFeed, "fleet" | "asked">,
  client: Pick<Client, "questions">,
  { after, random }: Pick<BrowserEnv, "after" | "random">,
): QuestionsFeed {
  const questions = createStore<Questions>(new Map());
  const isRead = createStore(false);
  let seen = "";
  let latest = 0;
  let failures = 0;
  let cancel = () => {};

  async function refresh() {
    latest += 1;
    const mine = latest;
    const answer = await client.questions().catch(() => null);
    // ignore the answer to a superseded request
    if (mine !== latest) return;
    isRead.set(true);
    if (answer !== null) {
      failures = 0;
      questions.set(byAttention(answer.items));
      return;
    }
    failures += 1;
    cancel();
    cancel = after(backoffMs(failures, random()), () => void refresh());
  }

  const refreshSoon = () => {
    cancel();
    cancel = after(QUIET_MS, () => void refresh());
  };
  const leaving = [
    fleet.subscribe(() => {
      const now = fingerprint(fleet.get());
      if (now === seen) return;
      seen = now;
      refreshSoon();
    }),
    asked.subscribe(refreshSoon),
  ];

  const giveUp = after(PATIENCE_MS, () => isRead.set(true));
  void refresh();

  return {
    questions,
    isRead,
    refresh,
    close() {
      cancel();
      giveUp();
      for (const leave of leaving) leave();
    },
  };
}

/** The question that belongs to a pane's attention. */
export function questionOf(questions: Questions, { attention, runtime_id }: PaneItem): Question | null {
  const found = questions.get(attention?.attention_id ?? "");
  return found !== undefined && found.runtime_id === runtime_id ? found : null;
}

function byAttention(items: Question[]): Questions {
  return new Map(items.filter(({ state }) => state === "open").map((item) => [item.attention_id, item]));
}

function fingerprint(fleet: Fleet | null): string {
  const asking = [...(fleet?.panes.values() ?? [])].filter(({ attention }) => attention !== null);
  return asking.map(({ attention, state_version }) => `${attention?.attention_id}:${state_version}`).join(" ");
}

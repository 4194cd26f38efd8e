import type { Client } from "../../client/client.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Question } from "../../core/protocol/questions.ts";
import type { Fleet } from "./fleet.ts";
import type { FleetFeed } from "./fleet-feed.ts";
import { createStore, type Store } from "./store.ts";
import type { Surroundings } from "./stream.ts";

/** Hooks of one turn come in bursts. */
const QUIET_MS = 120;
/** A daemon that is there has answered by then, and one that is not has refused; what neither answers nor refuses is not waited for. */
const PATIENCE_MS = 3_000;

export type Questions = ReadonlyMap<string, Question>;

export interface QuestionsFeed {
  questions: Store<Questions>;
  /** Whether it is known what is asked, or that nobody will say soon: rows drawn before would grow. */
  isRead: Store<boolean>;
  /** Asks anew, now. */
  refresh(): Promise<void>;
  close(): void;
}

/** Open questions, asked for again whenever somebody's attention changes, or the daemon has other words for them. */
export function openQuestionsFeed(
  { fleet, asked }: Pick<FleetFeed, "fleet" | "asked">,
  client: Pick<Client, "questions">,
  { after }: Pick<Surroundings, "after">,
): QuestionsFeed {
  const questions = createStore<Questions>(new Map());
  const isRead = createStore(false);
  let seen = "";
  let latest = 0;
  let cancel = () => {};

  async function refresh() {
    latest += 1;
    const mine = latest;
    const answer = await client.questions().catch(() => null);
    // an older answer than the newest one asked for tells nothing
    if (mine === latest && answer !== null) questions.set(byAttention(answer.items));
    isRead.set(true);
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

/** The question behind a pane's attention. */
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

import { draw } from "../../src/cli/watch/draw.ts";
import type { Key } from "../../src/cli/watch/key-reader.ts";
import type { Effect, Event, Model } from "../../src/cli/watch/model.ts";
import { newModel } from "../../src/cli/watch/model.ts";
import { reduce } from "../../src/cli/watch/reduce.ts";
import type { Question } from "../../src/core/protocol/actions/questions.ts";
import type { State } from "../../src/core/protocol/base/state.ts";
import type { AttentionKind } from "../../src/core/protocol/events/attention.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { testPane } from "./test-pane.ts";

const STATES: Partial<Record<AttentionKind, State>> = {
  approval: "waiting_approval",
  input: "waiting_input",
  error: "error",
  done: "completed",
};

/** A pane of a window called `name`, with attention of this kind since `raised_at`. */
export function watchedPane(
  name: string,
  kind: AttentionKind | null = null,
  { raised_at = 1_000, message = "", ...more }: Partial<PaneItem> & { raised_at?: number } = {},
): PaneItem {
  const attention =
    kind === null
      ? null
      : { attention_id: `a-${name}-${raised_at}`, kind, label: "", message, source: "hook" as const, raised_at };
  const state = (kind === null ? undefined : STATES[kind]) ?? "running";
  return testPane(
    { pane_id: `%${name}`, session_name: name },
    {
      agent: "claude",
      window_name: name,
      cwd: `/src/${name}`,
      since: 1_000,
      state,
      attention,
      message: kind === null ? message : "",
      ...more,
    },
  );
}

/** A yes-or-no question of that pane. */
export function questionOf(pane: PaneItem, words: Partial<Question> = {}): Question {
  return {
    ...{ question_id: `q-${pane.ref}`, revision: "v1", state: "open", kind: "approval", text: "Run make?" },
    ...{ ref: pane.ref, runtime_id: pane.runtime_id, attention_id: pane.attention?.attention_id },
    options: [
      { value: "1", label: "Yes" },
      { value: "2", label: "Yes, always" },
      { value: "3", label: "No" },
    ],
    ...words,
  } as Question;
}

/** `agtmux watch` without a terminal and a daemon: what is pressed and heard, and what is drawn and done about it. */
export class WatchStage {
  model: Model;
  effects: Effect[] = [];
  at = 10_000;

  constructor(size = { columns: 80, rows: 24 }) {
    this.model = newModel(size, false);
  }

  static of(...panes: PaneItem[]): WatchStage {
    const stage = new WatchStage();
    stage.hear(...panes);
    return stage;
  }

  tell(event: Event): this {
    const { model, effects } = reduce(this.model, event);
    this.model = model;
    this.effects.push(...effects);
    return this;
  }

  hear(...panes: PaneItem[]): this {
    return this.tell({ type: "panes", panes, empty: "No agents.", warnings: [] }).drawn();
  }

  asked(...items: Question[]): this {
    return this.tell({ type: "questions", items }).drawn();
  }

  drawn(): this {
    return this.tell({ type: "drawn", at: this.at });
  }

  /** Presses keys, each so many ms after what was before. */
  press(afterMs: number, ...keys: Key[]): this {
    for (const key of keys) {
      this.at += afterMs;
      this.tell({ type: "key", key, at: this.at, isAlone: true }).drawn();
    }
    return this;
  }

  /** Presses keys with enough time before each. */
  slowly(...keys: Key[]): this {
    return this.press(1_000, ...keys);
  }

  get selected(): string {
    return (this.model.selected ?? "").replace("host/%", "");
  }

  /** The answers given, as `row: answer`. */
  get answers(): string[] {
    return this.effects.flatMap((effect) => {
      if (effect.type === "answer") return [`${effect.row.item.window_name}: ${JSON.stringify(effect.answer)}`];
      return effect.type === "send" ? [`${effect.row.item.window_name}: send ${effect.text}`] : [];
    });
  }

  get lines(): string[] {
    return draw(this.model, this.at).lines;
  }

  get screen(): string {
    return this.lines.map((line) => line.trimEnd()).join("\n");
  }
}

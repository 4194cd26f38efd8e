import { callName } from "../../core/notify/same-call.ts";
import type { Act, Acting, WaitingPane } from "./acting.ts";
import { createStore, type Store } from "./store.ts";
import type { BrowserEnv } from "./stream.ts";

/** How long it is offered to undo it. */
const OFFERED_MS = 10_000;
/** A call that is still open this long after the daemon was told is shown again. */
const CLOSES_MS = 3_000;

/** Calls that were put away together: marked as seen, or put off. */
export interface PutAway {
  how: "seen" | "snoozed";
  panes: readonly WaitingPane[];
}

export interface Seeing {
  /** The attention last marked as seen or snoozed, while undoing it is offered. */
  undoable: Store<PutAway | null>;
  /** Names of the calls that lists leave out, since they were put away here. */
  hidden: Store<ReadonlySet<string>>;
  /** Names of the calls that were taken back: lists show them at once. */
  restored: Store<ReadonlySet<string>>;
  see(panes: readonly WaitingPane[]): void;
  snooze(panes: readonly WaitingPane[], forMs: number): void;
  undo(): void;
}

/** Puts calls away so that it can be undone. They leave the list at once, and come back if the daemon refuses. */
export function createSeeing(acting: Pick<Acting, "act">, after: BrowserEnv["after"]): Seeing {
  const undoable = createStore<PutAway | null>(null);
  const hidden = createStore<ReadonlySet<string>>(new Set());
  const restored = createStore<ReadonlySet<string>>(new Set());
  /** Resolves when the daemon was told of it: true if it was done. */
  const tellings = new WeakMap<WaitingPane, Promise<boolean>>();
  let cancel = () => {};
  const add = (store: Store<ReadonlySet<string>>, panes: readonly WaitingPane[]) =>
    store.set(new Set([...store.get(), ...namesOf(panes)]));
  const remove = (store: Store<ReadonlySet<string>>, panes: readonly WaitingPane[]) => {
    const names = new Set(namesOf(panes));
    store.set(new Set([...store.get()].filter((name) => !names.has(name))));
  };
  const offer = (next: PutAway | null) => {
    cancel();
    undoable.set(next);
    cancel = after(OFFERED_MS, () => undoable.set(null));
  };
  const back = (pane: WaitingPane) => {
    add(restored, [pane]);
    remove(hidden, [pane]);
  };
  const putAway = (
    how: PutAway["how"],
    panes: readonly WaitingPane[],
    tell: (pane: WaitingPane) => Promise<boolean>,
  ) => {
    add(hidden, panes);
    remove(restored, panes);
    offer({ how, panes });
    for (const pane of panes) {
      const telling = tell(pane);
      tellings.set(pane, telling);
      void telling.then((isDone) => {
        if (isDone) return after(CLOSES_MS, () => remove(hidden, [pane]));
        const left = (undoable.get()?.panes ?? []).filter((other) => other !== pane);
        offer(left.length === 0 ? null : { how, panes: left });
        return back(pane);
      });
    }
  };
  return {
    undoable,
    hidden,
    restored,
    see: (panes) => putAway("seen", panes, (pane) => acting.act(pane, { type: "seen", what: "Mark as seen" })),
    snooze: (panes, forMs) =>
      putAway("snoozed", panes, (pane) => acting.act(pane, { type: "snooze", forMs, what: "Snooze" })),
    undo() {
      const { how, panes } = undoable.get() ?? { how: "seen", panes: [] };
      offer(null);
      const act: Act = how === "seen" ? { type: "unseen", what: "Undo" } : { type: "snooze", forMs: 0, what: "Undo" };
      for (const pane of panes) {
        back(pane);
        // the daemon may not have answered yet, and a call takes one action at a time
        void tellings.get(pane)?.then((isDone) => isDone && acting.act(pane, act));
      }
    },
  };
}

function namesOf(panes: readonly WaitingPane[]): string[] {
  return panes.map(({ attention }) => callName(attention));
}

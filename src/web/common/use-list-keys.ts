import { useKeys } from "./use-keys.ts";

export interface ListKeys {
  /** Selects the next row, or the one before. */
  step(by: 1 | -1): unknown;
  open(): unknown;
  /** Types into the selected pane. */
  type(): unknown;
}

/** The keys of a list of panes; a handler that returns false passes the key on. */
export function useListKeys({ step, open, type }: ListKeys): void {
  const down = () => step(1);
  const up = () => step(-1);
  useKeys({ j: down, k: up, ArrowDown: down, ArrowUp: up, Enter: open, o: open, t: type });
}

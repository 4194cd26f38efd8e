/** One line of the benchmark report: a ratio to a floor measured in the same run, or a plain figure with its unit. */
export interface BenchResult {
  name: string;
  floor: string;
  ratio: number;
  /** The unit, if the figure is not a ratio: "% of a core", "MB". */
  unit?: string;
  reach: string;
  ok: boolean;
  detail: string;
}

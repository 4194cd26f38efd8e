/** One line of the benchmark report: a ratio to a floor measured in the same run. */
export interface BenchResult {
  name: string;
  floor: string;
  ratio: number;
  reach: string;
  ok: boolean;
  detail: string;
}

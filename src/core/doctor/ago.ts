/** `5m`, `2h`. */
export function ago(ms: number): string {
  const units: [number, string][] = [
    [86_400_000, "d"],
    [3_600_000, "h"],
    [60_000, "m"],
  ];
  const [size, unit] = units.find(([each]) => ms >= each) ?? [1_000, "s"];
  return `${Math.max(0, Math.floor(ms / size))}${unit}`;
}

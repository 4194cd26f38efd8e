/** `48s`, `2m 14s`, `1h 05m`, `3d 4h`. Never negative: a clock that is behind gives `0s`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days}d ${hours % 24}h`;
  if (hours > 0) return `${hours}h ${twoDigits(minutes % 60)}m`;
  if (minutes > 0) return `${minutes}m ${twoDigits(seconds % 60)}s`;
  return `${seconds}s`;
}

export function twoDigits(n: number): string {
  return String(n).padStart(2, "0");
}

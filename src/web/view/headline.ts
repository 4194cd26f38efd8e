export function headline(needsAction: number): string {
  if (needsAction === 0) return "Nobody needs you";
  return needsAction === 1 ? "1 needs you" : `${needsAction} need you`;
}

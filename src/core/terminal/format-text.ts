/**
 * A text that tmux takes as it is where it reads a format: names of sessions and windows, and directories to start in. It
 * would run what stands in `#(…)`.
 */
export function formatText(text: string): string {
  return text.replaceAll("#", "##");
}

import type { PaneItem } from "../protocol/lists/lists.ts";

/** Whether agtmux can tell it to go on when its limit has reset. */
export function canBeWoken({ limited }: Pick<PaneItem, "limited">): boolean {
  // a list that a browser kept from an older agtmux has no limits
  return limited != null && !limited.resumes && limited.until !== null;
}

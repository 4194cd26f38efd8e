const NAME = "agtmux:ring";

/** Runs in one tab of this browser at a time. Without the Locks API (insecure pages) several tabs may ring at once. */
export async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work();
  await navigator.locks.request(NAME, work);
}

const NAME = "agtmux:ring";

/** One tab of this browser at a time. Without locks (a page that is not secure) tabs may ring together. */
export async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work();
  await navigator.locks.request(NAME, work);
}

import { keptStore } from "../common/kept-store.ts";

/** The words searched for in the inbox. */
export const inboxSearch = keptStore("agtmux:inbox-search", "");

/** Whether the shelf of what is done is unfolded. */
const doneOpen = keptStore("agtmux:inbox-done", "no");
export const isDoneOpen = {
  get: () => doneOpen.get() === "yes",
  set: (isOpen: boolean) => doneOpen.set(isOpen ? "yes" : "no"),
  subscribe: doneOpen.subscribe,
};

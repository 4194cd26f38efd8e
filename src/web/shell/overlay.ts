import { createStore } from "../live/store.ts";

/** What lies over the page; one at a time. */
export const overlay = createStore<"none" | "palette" | "help">("none");

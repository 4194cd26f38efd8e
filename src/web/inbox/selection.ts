import { createStore } from "../live/store.ts";

/** The row of the inbox that keys are for, by pane; its pane stands beside the list where there is room. */
export const inboxSelection = createStore<string | null>(null);

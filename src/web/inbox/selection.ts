import { createStore } from "../live/store.ts";

/** Key of the inbox row that handles the keyboard; its pane is previewed beside the list if there is room. */
export const inboxSelection = createStore<string | null>(null);

/** Set while the user types in the preview, in its terminal or a text box: the selection stays even if its row goes. */
export const isPreviewInUse = createStore(false);

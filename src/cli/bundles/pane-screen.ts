export { PaneScreen } from "../watch/pane-screen.ts";

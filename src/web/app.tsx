import type { Live } from "./live/live.ts";
import { LiveContext } from "./live/use-live.ts";
import type { Notify } from "./notify/open-notify.ts";
import { NotifyContext } from "./notify/use-notify.ts";
import { Shell } from "./shell/shell.tsx";

export function App({ live, notify }: { live: Live; notify: Notify }) {
  return (
    <LiveContext value={live}>
      <NotifyContext value={notify}>
        <Shell />
      </NotifyContext>
    </LiveContext>
  );
}

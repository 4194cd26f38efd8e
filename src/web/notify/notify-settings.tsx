import { useStore } from "../live/store.ts";
import { DesktopPermission } from "./desktop-permission.tsx";
import { KindSwitches } from "./kind-switches.tsx";
import type { NotifyPreferences } from "./notify-preferences.ts";
import { PushSetting } from "./push-setting.tsx";
import { QuietHours } from "./quiet-hours.tsx";
import { SoundSetting } from "./sound-setting.tsx";
import { useNotify } from "./use-notify.ts";

/** Notification settings of this device; each device has its own. */
export function NotifySettings() {
  const { preferences } = useNotify();
  const chosen = useStore(preferences);
  const change = (part: Partial<NotifyPreferences>) => preferences.set({ ...chosen, ...part });
  return (
    <section className="block" aria-labelledby="notify-title">
      <h2 id="notify-title">Notifications</h2>
      <p className="quiet-words">
        For this device only. Each call comes once, on one of your devices: the one that is ready first.
      </p>
      <KindSwitches chosen={chosen} onChange={change} />
      <SoundSetting volume={chosen.volume} onChange={(volume) => change({ volume })} />
      <DesktopPermission />
      <PushSetting />
      <QuietHours quiet={chosen.quiet} onChange={(quiet) => change({ quiet })} />
    </section>
  );
}

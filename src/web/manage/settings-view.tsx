import { PageHead } from "../common/page-head.tsx";
import { NotifySettings } from "../notify/notify-settings.tsx";
import { ServerChannels } from "../notify/server-channels.tsx";
import { About } from "./settings/about.tsx";
import { Adapters } from "./settings/adapters.tsx";
import { Appearance } from "./settings/appearance.tsx";
import { Devices } from "./settings/devices.tsx";
import "./manage.css";

export default function SettingsView() {
  return (
    <>
      <PageHead title="Settings">
        For this browser; <code>agtmux config list</code> shows those of the daemon
      </PageHead>
      <div className="manage two-columns">
        <div className="blocks">
          <Appearance />
          <NotifySettings />
          <ServerChannels />
        </div>
        <div className="blocks">
          <Devices />
          <About />
          <Adapters />
        </div>
      </div>
    </>
  );
}

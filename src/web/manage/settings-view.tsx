import { NotifySettings } from "../notify/notify-settings.tsx";
import { ServerChannels } from "../notify/server-channels.tsx";
import { About } from "./settings/about.tsx";
import { Adapters } from "./settings/adapters.tsx";
import { Appearance } from "./settings/appearance.tsx";
import { Devices } from "./settings/devices.tsx";
import "./manage.css";

export default function SettingsView() {
  return (
    <div className="manage">
      <header className="manage-head">
        <h1>Settings</h1>
        <p className="quiet-words">
          What is chosen here holds for this browser; <code>agtmux config list</code> shows the daemon's own settings.
        </p>
      </header>
      <Appearance />
      <NotifySettings />
      <ServerChannels />
      <Adapters />
      <Devices />
      <About />
    </div>
  );
}

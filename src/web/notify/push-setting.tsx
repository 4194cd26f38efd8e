import { useEffect } from "react";
import { Switch } from "../components/switch.tsx";
import { Words } from "../components/words.tsx";
import { useStore } from "../live/store.ts";
import { canSwitch, pushWords } from "./push-words.ts";
import { useNotify } from "./use-notify.ts";

/** Whether this device is notified while no page is open. */
export function PushSetting() {
  const { push } = useNotify();
  const state = useStore(push.state);
  useEffect(() => void push.look(), [push]);
  const isOn = state.phase === "on";
  return (
    <div className="setting">
      <Switch checked={isOn} disabled={!canSwitch(state)} onFlip={() => void (isOn ? push.turnOff() : push.turnOn())}>
        Notify this device even when the page is closed
      </Switch>
      <p className="setting-words" role="status">
        {state.phase === "failed" ? pushWords(state) : <Words text={pushWords(state)} />}
      </p>
    </div>
  );
}

import { preferences, THEMES, type Theme } from "../../common/preferences.ts";
import { Switch } from "../../components/switch.tsx";
import { useStore } from "../../live/store.ts";

const WORDS: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" };

export function Appearance() {
  const theme = useStore(preferences.theme);
  const asCommand = useStore(preferences.asCommand);
  return (
    <section className="block" aria-labelledby="appearance-title">
      <h2 id="appearance-title">Appearance</h2>
      <fieldset className="choices">
        <legend>Theme</legend>
        {THEMES.map((name) => (
          <label key={name}>
            <input type="radio" name="theme" checked={theme === name} onChange={() => preferences.theme.set(name)} />
            {WORDS[name]}
          </label>
        ))}
      </fieldset>
      <Switch checked={asCommand} onFlip={() => preferences.asCommand.set(!asCommand)}>
        Show the equal <code>agtmux</code> command beside what can be done
      </Switch>
    </section>
  );
}

import { overlay } from "./overlay.ts";
import { preferences } from "./preferences.ts";
import { navigate } from "./router.ts";
import { useKeys } from "./use-keys.ts";
import { VIEWS } from "./views.ts";

/** Keys that do the same everywhere. */
export function useGlobalKeys(): void {
  useKeys({
    "mod+k": () => overlay.set("palette"),
    "?": () => overlay.set("help"),
    c: () => preferences.asCommand.set(!preferences.asCommand.get()),
    "g i": () => navigate("/"),
    "g f": () => navigate("/fleet"),
    ...Object.fromEntries(VIEWS.map(({ key, name }) => [`g ${key}`, () => navigate(`/${name}`)])),
  });
}

import { overlay } from "../common/overlay.ts";
import { preferences } from "../common/preferences.ts";
import { navigate } from "../common/router.ts";
import { useKeys } from "../common/use-keys.ts";
import { VIEWS } from "./views.ts";

/** Keys that work in every view. */
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

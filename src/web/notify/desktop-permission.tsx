import { Words } from "../components/words.tsx";
import { useStore } from "../live/store.ts";
import { permissionWords } from "./permission-words.ts";
import { useNotify } from "./use-notify.ts";

/** Whether the browser allows notifications, and how to allow them. */
export function DesktopPermission() {
  const { permissions } = useNotify();
  const permission = useStore(permissions.state);
  return (
    <div className="setting">
      <h3>Desktop notifications</h3>
      <p className="setting-words" role="status">
        <Words text={permissionWords(permission)} />
      </p>
      {permission === "not-asked" && (
        <button type="button" className="button" onClick={() => void permissions.ask()}>
          Allow notifications
        </button>
      )}
    </div>
  );
}

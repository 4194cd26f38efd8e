import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { keepShell } from "./live/keep-shell.ts";
import { openLive } from "./live/live.ts";
import { openNotify } from "./notify/open-notify.ts";
import { keepPreferences } from "./shell/preferences.ts";
import "./styles/index.css";

keepPreferences(localStorage, document.documentElement);
void start();

async function start() {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  const live = await openLive();
  const notify = openNotify(live);
  if (import.meta.env.PROD) keepShell(live.feed);
  createRoot(root).render(
    <StrictMode>
      <App live={live} notify={notify} />
    </StrictMode>,
  );
}

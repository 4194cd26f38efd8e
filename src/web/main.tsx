import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { keepLayout } from "./common/layout.ts";
import { keepPreferences } from "./common/preferences.ts";
import { keepShell } from "./live/keep-shell.ts";
import { openLive } from "./live/live.ts";
import { openNotify } from "./notify/open-notify.ts";
import "./styles/index.css";

keepPreferences(localStorage, document.documentElement);
keepLayout(localStorage, sessionStorage);
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

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { keepShell } from "./live/keep-shell.ts";
import { openLive } from "./live/live.ts";
import { openNotify } from "./notify/open-notify.ts";
import { keepPreferences } from "./shell/preferences.ts";
import "./styles/index.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

keepPreferences(localStorage, document.documentElement);
const live = openLive();
const notify = openNotify(live);
if (import.meta.env.PROD) keepShell();
createRoot(root).render(
  <StrictMode>
    <App live={live} notify={notify} />
  </StrictMode>,
);

import { createContext, use } from "react";
import type { Notify } from "./open-notify.ts";

export const NotifyContext = createContext<Notify | null>(null);

export function useNotify(): Notify {
  const notify = use(NotifyContext);
  if (notify === null) throw new Error("no NotifyContext around");
  return notify;
}

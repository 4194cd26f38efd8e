import { type ComponentType, lazy } from "react";
import type { IconName } from "./icon.tsx";

export interface View {
  /** The first part of its path: `/spawn`. */
  name: string;
  title: string;
  icon: IconName;
  /** After `g`: `g s` goes there. */
  key: string;
  Component: ComponentType;
}

/**
 * Every page besides the inbox, the fleet and a pane's own; one line each, loaded when asked for.
 * Rail, bottom bar, palette, keys and help follow from this list.
 */
export const VIEWS: readonly View[] = [
  { name: "spawn", title: "Spawn", icon: "plus", key: "s", Component: lazy(() => import("../manage/spawn-view.tsx")) },
  { name: "hosts", title: "Hosts", icon: "hosts", key: "h", Component: lazy(() => import("../manage/hosts-view.tsx")) },
  { name: "audit", title: "Audit", icon: "audit", key: "a", Component: lazy(() => import("../manage/audit-view.tsx")) },
  {
    name: "settings",
    title: "Settings",
    icon: "gear",
    key: "c",
    Component: lazy(() => import("../manage/settings-view.tsx")),
  },
];

/** What stands beside a list, or in a sheet over it, when a pane is opened. */
export const PanePage = lazy(() => import("../pane/pane-page.tsx"));

/** The two lists come first, in the rail as in the palette. */
export const LISTS = [
  { name: "inbox", title: "Inbox", icon: "inbox", key: "i" },
  { name: "fleet", title: "Fleet", icon: "fleet", key: "f" },
] as const satisfies Omit<View, "Component">[];

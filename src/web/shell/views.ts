import { type ComponentType, lazy } from "react";
import type { IconName } from "../common/icon.tsx";

export interface View {
  /** The first part of its path: `/spawn`. */
  name: string;
  title: string;
  icon: IconName;
  /** Second key after `g`: `g s` opens it. */
  key: string;
  /** In the bottom bar of a narrow page; the others are in its menu. */
  isOften?: true;
  Component: ComponentType;
}

/**
 * All pages except the inbox, the fleet and a pane's page; one line each, loaded on demand.
 * Rail, bottom bar, palette, keys and help follow from this list.
 */
export const VIEWS: readonly View[] = [
  {
    name: "spawn",
    title: "Spawn",
    icon: "plus",
    key: "s",
    isOften: true,
    Component: lazy(() => import("../manage/spawn-view.tsx")),
  },
  {
    name: "search",
    title: "Search",
    icon: "search",
    key: "w",
    isOften: true,
    Component: lazy(() => import("../search/search-view.tsx")),
  },
  { name: "hosts", title: "Hosts", icon: "hosts", key: "h", Component: lazy(() => import("../manage/hosts-view.tsx")) },
  { name: "rules", title: "Rules", icon: "rules", key: "r", Component: lazy(() => import("../manage/rules-view.tsx")) },
  { name: "usage", title: "Usage", icon: "usage", key: "u", Component: lazy(() => import("../manage/usage-view.tsx")) },
  { name: "audit", title: "Audit", icon: "audit", key: "a", Component: lazy(() => import("../manage/audit-view.tsx")) },
  {
    name: "settings",
    title: "Settings",
    icon: "gear",
    key: "c",
    Component: lazy(() => import("../manage/settings-view.tsx")),
  },
];

/** The page of an opened pane, shown beside a list or in a sheet over it. */
export const PanePage = lazy(() => import("../pane/pane-page.tsx"));

/** The terminal alone, of a pane that is pinned beside others. */
export const PaneTerminal = lazy(() => import("../pane/pane-terminal.tsx"));

/** The two lists come first in the rail and the palette. */
export const LISTS = [
  { name: "inbox", title: "Inbox", icon: "inbox", key: "i", isOften: true },
  { name: "fleet", title: "Fleet", icon: "fleet", key: "f", isOften: true },
] as const satisfies Omit<View, "Component">[];

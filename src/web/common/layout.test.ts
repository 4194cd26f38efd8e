import { beforeEach, describe, expect, it } from "vitest";
import { keepLayout, layout, togglePin } from "./layout.ts";

function storage(kept: Record<string, string> = {}): Storage & { kept: Record<string, string> } {
  return {
    kept,
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value;
    },
  } as unknown as Storage & { kept: Record<string, string> };
}

beforeEach(() => {
  layout.listWidth.set(null);
  layout.terminalFont.set(null);
  layout.isMaximised.set(false);
  layout.pinned.set([]);
});

describe("the division of the page", () => {
  it("[UI50] survives a reload, sizes also in another tab", () => {
    const [browser, tab] = [storage(), storage()];
    keepLayout(browser, tab);
    layout.listWidth.set(420);
    layout.terminalFont.set(15);
    layout.isMaximised.set(true);
    togglePin("host/%1");
    togglePin("vm1/%2");
    expect(browser.kept).toEqual({ "agtmux:list-width": "420", "agtmux:terminal-font": "15" });
    layout.listWidth.set(null);
    keepLayout(storage({ "agtmux:list-width": "500", "agtmux:terminal-font": "large" }), storage({ ...tab.kept }));
    expect([layout.listWidth.get(), layout.terminalFont.get()]).toEqual([500, null]);
    expect([layout.isMaximised.get(), layout.pinned.get()]).toEqual([true, ["host/%1", "vm1/%2"]]);
  });

  it("[UI50] keeps three panes beside the open one; the oldest makes room, and a second press takes one away", () => {
    for (const key of ["host/%1", "host/%2", "host/%3", "host/%4"]) togglePin(key);
    expect(layout.pinned.get()).toEqual(["host/%2", "host/%3", "host/%4"]);
    togglePin("host/%3");
    expect(layout.pinned.get()).toEqual(["host/%2", "host/%4"]);
  });
});

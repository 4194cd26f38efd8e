import type { Terminal } from "@xterm/xterm";
import { type RefObject, useEffect } from "react";

/** Scrolls the scrollback by touch; horizontal scrolling is left to the browser. */
export function useTouchScroll(host: RefObject<HTMLElement | null>, terminal: Terminal | null): void {
  useEffect(() => {
    const element = host.current;
    if (element === null || terminal === null) return;
    let lastY = 0;
    const start = (event: TouchEvent) => {
      lastY = event.touches[0]?.clientY ?? 0;
    };
    const move = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY ?? lastY;
      const rowHeight = element.clientHeight / terminal.rows;
      const lines = Math.trunc((lastY - y) / rowHeight);
      if (lines === 0) return;
      lastY -= lines * rowHeight;
      const before = terminal.buffer.active.viewportY;
      terminal.scrollLines(lines);
      // at either end let the page scroll
      if (terminal.buffer.active.viewportY !== before) event.preventDefault();
    };
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
    };
  }, [host, terminal]);
}

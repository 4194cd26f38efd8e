import { type RefObject, useEffect, useState } from "react";

export interface Scroll {
  scrolled: number;
  visible: number;
}

/** Scroll offset and visible height of an element in px, updated at most once per frame. */
export function useScroll(element: RefObject<HTMLElement | null>): Scroll {
  const [scroll, setScroll] = useState<Scroll>({ scrolled: 0, visible: 800 });
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      const next = { scrolled: watched.scrollTop, visible: watched.clientHeight };
      setScroll((last) => (last.scrolled === next.scrolled && last.visible === next.visible ? last : next));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(read);
    };
    const sizes = new ResizeObserver(soon);
    sizes.observe(watched);
    watched.addEventListener("scroll", soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      watched.removeEventListener("scroll", soon);
    };
  }, [element]);
  return scroll;
}

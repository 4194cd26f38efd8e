import { useCallback, useEffect, useRef, useState } from "react";
import { browser } from "./browser.ts";
import { applyMessage, type Fleet } from "./fleet.ts";
import { type Link, openStream, type Stream } from "./stream.ts";

/** The fleet as last heard of, and how alive the link to the daemon is. */
export function useFleet(): { fleet: Fleet | null; link: Link; retryNow: () => void } {
  const [fleet, setFleet] = useState<Fleet | null>(null);
  const [link, setLink] = useState<Link>({ phase: "connecting" });
  const stream = useRef<Stream | null>(null);
  const retryNow = useCallback(() => stream.current?.wake(), []);

  useEffect(() => {
    const opened = openStream(browser, {
      onMessage: (message) => setFleet((current) => applyMessage(current, message)),
      onLink: setLink,
    });
    stream.current = opened;
    // a laptop that slept or a phone that changed networks comes back through one of these
    const wake = () => document.visibilityState === "visible" && opened.wake();
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("online", wake);
    return () => {
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
      opened.close();
    };
  }, []);

  return { fleet, link, retryNow };
}

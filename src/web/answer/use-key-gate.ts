import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { actsFrom, type KeyVerdict, mayKeyAct } from "../../core/keys/key-gate.ts";
import { type KeyPress, lastKeyAt, latestPress } from "../common/use-keys.ts";
import { isRowInView } from "./row-in-view.ts";

const SAID_MS = 2_500;

/** A key that was ignored, and why. */
export interface IgnoredKey {
  key: string;
  verdict: Exclude<KeyVerdict, "acts">;
}

export interface KeyGate {
  /** Whether a key pressed now would act. */
  isReady: boolean;
  ignored: IgnoredKey | null;
  /** Runs `act`, or records that the key was ignored. */
  pass(key: string, press: KeyPress, act: () => void): void;
  /** The same for a button, which a key may click; a mouse click right after the text beside it changed is too soon. */
  click(event: MouseEvent, act: () => void, replacedAt?: number | null): void;
}

/**
 * Lets keys act once the row has been selected, with the same `reads`, for a while. `box` is the row's answer box; null
 * if it is always in view.
 */
export function useKeyGate(hasKeys: boolean, reads: string, box: RefObject<HTMLElement | null> | null): KeyGate {
  const standsSince = useRef<number | null>(null);
  const [isReady, setReady] = useState(false);
  const [ignored, setIgnored] = useState<IgnoredKey | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: must restart when `reads` changes
  useLayoutEffect(() => {
    standsSince.current = hasKeys ? performance.now() : null;
    setIgnored(null);
    if (!hasKeys) return setReady(false);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const review = () => {
      clearTimeout(timer);
      const wait = actsFrom({ standsSince: standsSince.current, keyBefore: lastKeyAt.get() }) - performance.now();
      setReady(wait <= 0);
      if (wait > 0) timer = setTimeout(review, wait + 1);
    };
    review();
    const leave = lastKeyAt.subscribe(review);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [hasKeys, reads]);

  useEffect(() => {
    if (ignored === null) return;
    const timer = setTimeout(() => setIgnored(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [ignored]);

  const pass: KeyGate["pass"] = (key, { at, keyBefore }, act) => {
    const isInView = box === null || isRowInView(box.current);
    const verdict = mayKeyAct({ isInView, standsSince: standsSince.current, keyBefore }, at);
    setIgnored(verdict === "acts" ? null : { key, verdict });
    if (verdict === "acts") act();
    else if (verdict === "out_of_view") box?.current?.closest(".ask, .asked")?.scrollIntoView({ block: "nearest" });
  };
  return {
    isReady,
    ignored,
    pass,
    click({ detail, timeStamp }, act, replacedAt = null) {
      const press = latestPress();
      const isByKey = detail === 0 && press !== null && PRESSING.has(press.key) && timeStamp - press.at < HELD_MS;
      if (isByKey) pass(press.key === " " ? "space" : press.key, press, act);
      else if (replacedAt !== null && timeStamp < actsFrom({ standsSince: replacedAt, keyBefore: null }))
        setIgnored({ key: "click", verdict: "too_soon" });
      else act();
    },
  };
}

/** These keys click the focused button; the space bar on release. */
const PRESSING = new Set(["Enter", " "]);
const HELD_MS = 2_000;

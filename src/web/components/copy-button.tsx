import { useEffect, useState } from "react";
import { Icon } from "../common/icon.tsx";

const SAID_MS = 1_500;

/** Copies `text`; `what` names it in the label. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  useEffect(() => {
    if (copied === "no") return;
    const timer = setTimeout(() => setCopied("no"), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    // the clipboard API exists only on https and localhost
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    writing.then(
      () => setCopied("yes"),
      () => setCopied("failed"),
    );
  };
  const label = copied === "failed" ? "Could not copy" : copied === "yes" ? "Copied" : `Copy ${what}`;
  return (
    <button type="button" className="copy" aria-label={label} title={label} data-copied={copied} onClick={copy}>
      <Icon name={copied === "yes" ? "check" : "copy"} size={16} />
    </button>
  );
}

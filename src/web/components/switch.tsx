import type { ReactNode } from "react";

interface Props {
  checked: boolean;
  disabled?: boolean;
  /** Hides the label visually; used in tables whose headers name it. */
  isBare?: boolean;
  onFlip(): void;
  children: ReactNode;
}

/** A switch that takes effect at once. */
export function Switch({ checked, disabled = false, isBare = false, onFlip, children }: Props) {
  return (
    <label className={isBare ? "switch switch-bare" : "switch"}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={() => onFlip()}
      />
      <span className={isBare ? "visually-hidden" : undefined}>{children}</span>
    </label>
  );
}

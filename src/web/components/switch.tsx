import type { ReactNode } from "react";

interface Props {
  checked: boolean;
  disabled?: boolean;
  /** The words beside it are read out and not seen: a table's heads say them. */
  isBare?: boolean;
  onFlip(): void;
  children: ReactNode;
}

/** On or off, at once. */
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

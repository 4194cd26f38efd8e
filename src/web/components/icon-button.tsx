import { Icon, type IconName } from "../common/icon.tsx";

interface Props {
  icon: IconName;
  label: string;
  /** The key that does the same, shown on hover. */
  hint?: string;
  isPressed?: boolean;
  className?: string;
  onClick(): void;
}

/** A button that shows only a picture; its label is on hover and for screen readers. */
export function IconButton({ icon, label, hint, isPressed, className = "", onClick }: Props) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label}
      aria-pressed={isPressed}
      title={hint === undefined ? label : `${label} (${hint})`}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}

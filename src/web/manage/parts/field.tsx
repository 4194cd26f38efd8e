import { type ReactNode, useId } from "react";

/** Attributes that tie a control to its label, hint and error. */
export interface Control {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
}

interface Props {
  label: string;
  hint?: ReactNode;
  error: string | null;
  children(control: Control): ReactNode;
}

export function Field({ label, hint, error, children }: Props) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== null && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": described === "" ? undefined : described, "aria-invalid": error !== null })}
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== null && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

import { type KeyboardEvent, type Ref, useEffect, useState } from "react";

interface Props {
  ref: Ref<HTMLInputElement>;
  label: string;
  text: string;
  onChange(text: string): void;
}

/** Enter and Esc return focus to the list; Esc also clears the box. */
export function SearchBox({ ref, label, text, onChange }: Props) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const change = (next: string) => {
    setTyped(next);
    onChange(next);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    if (event.key === "Escape") change("");
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.blur();
  };
  return (
    <label className="search">
      <span className="visually-hidden">{label}</span>
      <input
        ref={ref}
        type="search"
        placeholder="Search"
        value={typed}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
      />
      <kbd>/</kbd>
    </label>
  );
}

import type { TargetError } from "../../core/protocol/lists.ts";
import { Age } from "./age.tsx";

export function TargetErrors({ errors }: { errors: TargetError[] }) {
  return errors.map(({ target, error, since }) => (
    <p className="notice" key={target}>
      <strong className="reference">{target}</strong> has not answered for <Age since={since} />: {error.message}. Its
      panes show as unknown; nothing was lost.
    </p>
  ));
}

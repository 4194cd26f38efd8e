import type { TriedVersion } from "../../core/doctor/tried-version.ts";

/** Set by the build, from docs/accuracy.json. */
declare const __AGTMUX_TRIED__: readonly TriedVersion[];

export const TRIED_VERSIONS: readonly TriedVersion[] = __AGTMUX_TRIED__;

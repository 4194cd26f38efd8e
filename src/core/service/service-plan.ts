/** The program that a supervisor runs at login. */
export interface ServicePlan {
  /** Absolute path of the program, then its arguments. */
  command: readonly [string, ...string[]];
  environment: Readonly<Record<string, string>>;
  /** Where the last words of a daemon go that cannot write its log. */
  errors: string;
  /** Exit status with which another daemon already runs: starting again would not help. */
  inUse: number;
}

/** In every file that we write, so that a file of the user's own is never replaced or removed. */
export const SERVICE_MARK = "Made by 'agtmux service install'; 'agtmux service remove' takes it away.";

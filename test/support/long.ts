/** Set by `npm run test:faults`: runs as many rounds as the rules require instead of a few. */
export const isLong = process.env.AGTMUX_TEST_LONG !== undefined;

/** `npm run test:faults`: as many rounds as the rules ask for, instead of a few. */
export const isLong = process.env.AGTMUX_TEST_LONG !== undefined;

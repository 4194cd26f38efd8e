import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.AGTMUX_TEST_SEED) });

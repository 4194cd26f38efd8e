/** Version of the list envelope. In its own file, because commands that print tables do not load the schemas. */
export const LIST_VERSION = 2;

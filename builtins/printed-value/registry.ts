/** Loaded only for the answer to a call whose arguments speak of a secret. */
export const loadPrintedValue = () => import("./printed-value.ts");

/** Loaded only for the answer to a call whose arguments speak of a secret. */
export const loadBareOutput = () => import("./bare-output.ts");

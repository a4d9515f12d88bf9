/** Loaded only for a tool call whose arguments hold one of our markers. */
export const loadGuardWriteBack = () => import("./guard-write-back.ts");

/** Loaded only for a tool call whose arguments hold one of our markers. */
export const loadGuardWriteBack = () => import("./guard-write-back.ts");

/** Loaded only where the user asks for values to be put back. */
export const loadRestoreMarkers = () => import("./restore-markers.ts");

/** Loaded only where there is no shadow repository yet. */
export const ADOPT_MOVED = () => import("./adopt-moved.ts");

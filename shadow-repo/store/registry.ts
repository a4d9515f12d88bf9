/** What begins the first index, of a worktree that was never recorded. */
export const SEED_INDEX = () => import("./seed-index.ts");

/** What stores a few changed files without git, loaded where there are some. */
export const STORE_CHANGES = () => import("./store-changes.ts");

/** What stores a few changed files without git, loaded where there are some. */
export const STORE_CHANGES = () => import("./store-changes.ts");

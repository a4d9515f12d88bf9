/** @file Which step wrote each line of a file. */

export { blame, fieldsOf, type Blame, type BlameLine } from "../look/blame/blame.ts";
export { blameAt } from "../look/blame/blame-at.ts";
export { Contents } from "../look/blame/contents.ts";

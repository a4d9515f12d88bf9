/** @file Values of words: variables, braces, folders. */

export { ShellVariables, formatted } from "../shell-variables.ts";
export { expandBraces } from "../expand-braces.ts";
export { pathIn } from "../folders.ts";

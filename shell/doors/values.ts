/** @file Values of words: variables, braces, folders, paths of Windows. */

export { ShellVariables, formatted } from "../shell-variables.ts";
export { expandBraces } from "../expand-braces.ts";
export { pathIn } from "../folders.ts";
export { withSlashes } from "../windows-paths.ts";

/** @file The source repository, read as git would: its ignore rules, and the environment that git is started in. */

export { IgnoreRules } from "../js/ignore-rules.ts";
export { readIgnoreFile } from "../source/ignore-files.ts";
export { sourceEnvironment } from "../source/git-setting.ts";
export { shadowEnvironment } from "../git/shadow-git.ts";

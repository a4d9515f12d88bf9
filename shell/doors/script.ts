/** @file A script as a shell reads it: its commands in order, scripts within scripts too. */

export { parseShell, type Command, type Pipeline } from "../parse-shell.ts";
export type { Redirect } from "../redirections.ts";
export { unwrapCommand } from "../unwrap-command.ts";

// A walk through all commands. A budget bounds it: where it is used up, the caller asks.
export { followAll, followScript } from "../follow-script.ts";
export { targetOf } from "../scripts-of-command.ts";
export { followAt } from "../follow-at.ts";
export { plainCommands } from "../plain-script.ts";
export type { CallCommand, Visitor } from "../visitor.ts";
export { Budget, TooMuchScript, isReadWhole } from "../budget.ts";
export { foundBy, isOfAnyName } from "../found-by.ts";

// Names that a script or the user's git defines.
export { functionNames } from "../functions-in.ts";
export { mayBeSet } from "../may-be-set.ts";
export type { AliasOf } from "../git-aliases.ts";

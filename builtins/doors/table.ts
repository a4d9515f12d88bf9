/** @file The table of builtins, and which of these an event has. */

export { BUILTINS, builtinNamed } from "../registry.ts";
export { LEGS, type Builtin, type Leg } from "../builtin.ts";
export type { Call } from "../call.ts";
export { isCarried, isGuarded, planned, replacedGuards } from "../planned.ts";

import type { Builtin } from "./builtin.ts";
import { GUARDS } from "./registry/guards.ts";
import { TEXTS } from "./registry/texts.ts";
import { WORK } from "./registry/work.ts";

/**
 * Every builtin, in the order in which they run at one event: first those that add texts, then those that limit, that
 * rewrite and that record. A builtin that fails closed runs before all others, and one with `afterAll` behind them.
 * Everything about a builtin is in its row and its own file; docs/builtins.md is generated from this table. The rows
 * lie in `registry/`, by family.
 */
export const BUILTINS: readonly Builtin[] = [...TEXTS, ...GUARDS, ...WORK];

/** The row of a builtin by its name in settings; `undefined` if there is none. */
export function builtinNamed(name: string): Builtin | undefined {
  return BUILTINS.find((builtin) => builtin.name === name);
}

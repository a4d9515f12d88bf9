import type { Shape } from "./shape.ts";

/**
 * What must not touch the token. Without an edge a token is found glued into other text,
 * which is right wherever the prefix cannot come about by chance.
 *
 * - `left`: no letter or digit directly before it.
 * - `both`: the same, and its last part must not go on behind it.
 * - `after`: the prefix is a name, not a part of the secret, and stays.
 */
type Edge = "left" | "both" | "after";

/**
 * One token format as a fact: kind, prefixes with blanks between them (`␣` is a blank in a prefix), shape of the rest,
 * edge. The kind is the rule's name and stands in the marker: `[a-z0-9-]+`.
 *
 * `["npm-token", "npm_", "a36"]`
 */
export type Rule = readonly [kind: string, prefixes: string, shape: Shape, edge?: Edge];

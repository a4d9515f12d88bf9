import type { Pair } from "../../judge/pair.ts";
import type { Scan } from "../../scan.ts";
import { pairsInColumn } from "../tables/columns.ts";
import { pairsInRow } from "../tables/rows.ts";
import { addSecrets } from "./add-secrets.ts";
import { pairsBehindOperator } from "./behind-operator.ts";
import { pairsBesideLiteral } from "./beside-literal.ts";
import type { SampledRow } from "./condition.ts";
import { nameAt, type NameInText } from "./name-in-text.ts";
import { pairsSaidBefore } from "./said-before.ts";
import { pairsWithValueBefore } from "./value-before.ts";

/** One way in which a text joins a value to a name. */
interface Way extends SampledRow {
  /** The pairs of the name that the text has in this way. The judge decides which of them hold a secret. */
  readonly pairs: (name: NameInText) => Iterable<Pair>;
}

/**
 * The ways, in the order in which they are tried; the first one with a secret ends the search. The value behind an
 * operator comes late, since in the ways before it the operator belongs to another name.
 */
export const WAYS: readonly Way[] = [
  {
    name: "value before its name",
    pairs: pairsWithValueBefore,
    finds: '{"value": "{a}", "name": "DB_PASSWORD"}',
    leaves: '{"value": "30", "name": "TOKEN_TTL_SECONDS"}',
  },
  {
    name: "row of a table",
    pairs: pairsInRow,
    finds: "| # | Name | Value |\n|--|--|--|\n| 1 | DB_PASSWORD | {a} |\n",
    leaves: "| # | Name | Value |\n|--|--|--|\n| 1 | password_policy | strict |\n",
  },
  {
    name: "text beside the name",
    pairs: pairsBesideLiteral,
    finds: "page.getByLabel('Password').fill('{t}')",
    leaves: "page.getByLabel('Password').fill('of-your-choice')",
  },
  {
    name: "said before the name",
    pairs: pairsSaidBefore,
    finds: "{t} is the root password",
    leaves: "localhost:8080 is the password page",
  },
  {
    name: "behind an operator",
    pairs: pairsBehindOperator,
    finds: "password: {a}",
    leaves: "password: none",
  },
  {
    name: "column of a table",
    pairs: pairsInColumn,
    finds: "user,password\nbob,{a}\n",
    leaves: "user,password_policy\nbob,strict2\n",
  },
];

/** Finds the secret of the name around the anchor `[start, end)`: `password`, `token`, `key`. */
export function findPairs(scan: Scan, start: number, end: number): void {
  const name = nameAt(scan, start, end);
  if (name === undefined) return;
  for (const { name: way, pairs } of WAYS) if (addSecrets(scan, pairs(name), way)) return;
}

import { expect, test } from "vitest";

import { HINT_RULES } from "../../../redactors/judge/judge-hint.ts";
import { NO_SECRETS } from "../../../redactors/judge/judge-pair.ts";
import { PASSWORD_RULES } from "../../../redactors/judge/judge-password.ts";
import { VALUE_RULES } from "../../../redactors/judge/judge-value.ts";
import { WORD_RULES } from "../../../redactors/judge/judge-word.ts";
import { BLANK_JOINS } from "../../../redactors/readers/pairs/blank-joins.ts";
import { DATA_PLACES } from "../../../redactors/readers/pairs/data-places.ts";
import { WAYS } from "../../../redactors/readers/pairs/find-pairs.ts";
import { NO_PAIRS } from "../../../redactors/readers/pairs/no-pairs.ts";
import { NO_VALUES } from "../../../redactors/readers/pairs/no-values.ts";
import { RECORDS } from "../../../redactors/readers/pairs/records.ts";
import { BEHIND_BLANK, BY_SIGN } from "../../../redactors/readers/pairs/syntax/by-sign.ts";

const SYNTAXES = new Set([...Object.values(BY_SIGN).flat(), ...BEHIND_BLANK]);

/** The rows whose names `explain` tells. */
const NAMED: readonly { readonly name: string }[] = [
  ...VALUE_RULES,
  ...HINT_RULES,
  ...PASSWORD_RULES,
  ...WORD_RULES,
  ...NO_SECRETS,
  ...BLANK_JOINS,
  ...NO_PAIRS,
  ...NO_VALUES,
  ...RECORDS,
  ...DATA_PLACES,
  ...WAYS,
  ...SYNTAXES,
];

test("no two rules have the same name", () => {
  const names = NAMED.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

import { expect, test } from "vitest";

import { isCommonPassword } from "../../../../redactors/judge/common-password.ts";
import * as forms from "../../../../redactors/judge/made-up-word.ts";
import { isPasswordShape } from "../../../../redactors/judge/password-shapes.ts";
import { isGluedWords } from "../../../../redactors/judge/typed-values.ts";

/** The samples in the head of made-up-word.ts. */
test.each([
  ["isMadeUpWord", forms.isMadeUpWord, "k7#Tarn_vole"],
  ["isDashedWithNumber", forms.isDashedWithNumber, "amber-nimbus-7806"],
  ["isJoinedWithNumber", forms.isJoinedWithNumber, "amber_nimbus_7806"],
  ["isJoinedWithShortNumber", isPasswordShape, "copper_meadow23"],
  ["isGeneratedPhrase", forms.isGeneratedPhrase, "marble-castle-falcon-river"],
  ["isJoinedPhrase", forms.isJoinedPhrase, "TigerRocket"],
  ["isSpacedPhrase", forms.isSpacedPhrase, "correct horse battery staple"],
  ["hasNumberInside", forms.hasNumberInside, "kestrel47vex"],
  ["isGluedWords", isGluedWords, "purplemonkeydishwasher"],
  ["isGluedCommonWords", isCommonPassword, "rootpw"],
])("%s holds for its sample, and not for a name", (_name, holds, sample) => {
  expect(holds(sample)).toBe(true);
  expect(holds("setting_name")).toBe(false);
});

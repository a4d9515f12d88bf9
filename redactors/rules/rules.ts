import type { Rule } from "./rule.ts";
import { AI } from "./ai.ts";
import { BUSINESS } from "./business.ts";
import { CLOUD } from "./cloud.ts";
import { OBSERVABILITY } from "./observability.ts";
import { SOURCE_HOSTING } from "./source-hosting.ts";

/** Every token format. The order of the formats does not matter. */
export const RULES: readonly Rule[] = [...SOURCE_HOSTING, ...CLOUD, ...AI, ...BUSINESS, ...OBSERVABILITY];

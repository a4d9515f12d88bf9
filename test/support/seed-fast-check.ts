import fc from "fast-check";

import { SEED, times } from "./chance.ts";

fc.configureGlobal({ seed: SEED, numRuns: times(100) });

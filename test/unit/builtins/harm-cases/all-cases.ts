import { DATABASES } from "./databases.ts";
import { FILES } from "./files.ts";
import { GIT } from "./git.ts";
import type { HarmCases } from "./harm-cases.ts";
import { MACHINE } from "./machine.ts";
import { SERVICES } from "./services.ts";

export const CASES: HarmCases = { ...FILES, ...GIT, ...DATABASES, ...SERVICES, ...MACHINE };

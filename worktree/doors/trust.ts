/** @file Whose an input is: the person's, the project's, another user's, the agent's. */

export { isPersons, whyForeign } from "../trust/owner.ts";
export { namesVariable, type OwnWorld } from "../trust/variables.ts";
export { ownWorld } from "../trust/own-world.ts";
export { OUR_PATHS } from "../trust/our-variables.ts";
export { isEnvironmentFile } from "../trust/environment-files.ts";
export { agreeTo, isAgreed } from "../agreed-files.ts";

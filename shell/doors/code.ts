/** @file Code that a script gives to another program: Python, JavaScript, make, just, package scripts. */

export { REMOVALS_IN_CODE, quotesIn } from "../scripts-in-code.ts";
export { WRITINGS_IN_CODE } from "../writings-in-code.ts";
export { withPlainPaths } from "../plain-paths.ts";
export { scriptsInPatch } from "../scripts-inside.ts";
export { RECIPE_FILES, recipesIn, type RecipeFile, type Recipes } from "../recipes.ts";

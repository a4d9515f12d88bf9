/** @file Code that a script gives to another program: Python, JavaScript, make, just, package scripts. */

export { OR } from "../code-tokens.ts";
export { REMOVALS_IN_CODE, quotesIn, scriptsInCode } from "../scripts-in-code.ts";
export { WRITINGS_IN_CODE } from "../writings-in-code.ts";
export { withPlainPaths } from "../plain-paths.ts";
export { scriptsInPatch } from "../scripts-inside.ts";
export { foldersOfWorkspace, RECIPE_FILES, recipesIn, type RecipeFile, type Recipes } from "../recipes.ts";
export { withImports } from "../imported-code.ts";
export { interpreterOf, languageOf } from "../started-file.ts";
export { withoutComments } from "../comments-in-code.ts";

/**
 * Ignore rules for a folder without git, which seldom has a `.gitignore`: dependencies, build output, caches, temporary
 * files of editors, and `.env`. A `.gitignore` in the folder overrules them.
 */
export const BUILT_IN_EXCLUDES = `node_modules/
bower_components/
.pnpm-store/
.yarn/cache/
.venv/
venv/
__pycache__/
*.pyc
.tox/
.nox/
.mypy_cache/
.pytest_cache/
.ruff_cache/
.ipynb_checkpoints/
target/
.gradle/
.next/
.nuxt/
.svelte-kit/
.parcel-cache/
.turbo/
.cache/
.terraform/
DerivedData/
.DS_Store
Thumbs.db
~$*
.~lock.*#
*.swp
.env
.env.*
!.env.example
`;

/** The file of a shadow repository that holds `BUILT_IN_EXCLUDES`. */
export function builtInExcludesFile(shadow: string): string {
  return `${shadow}/info/without-git`;
}

/**
 * Ignore rules of a folder without git, weaker than each `.gitignore` in it: files that tools install, build and keep
 * for themselves. Nobody wrote a `.gitignore` in most of these folders.
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

/** The file of a shadow repository that holds these rules, in git's form. */
export function builtInExcludesFile(shadow: string): string {
  return `${shadow}/info/without-git`;
}

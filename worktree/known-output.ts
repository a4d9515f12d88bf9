import { oneOf } from "../kit/word-pattern.ts";

/** Names of folders that tools create again: builds, downloads, measurements and caches. */
const FOLDERS = oneOf(
  String.raw`
    node_modules bower_components jspm_packages dist dist-[\w-]+ build out output target bin obj release debug
    coverage htmlcov \.nyc_output \.next \.nuxt \.output \.svelte-kit \.astro \.vercel \.netlify \.turbo \.parcel-cache
    \.vite \.angular \.docusaurus \.cache \.?caches? tmp temp \.tmp \.temp logs? \.sass-cache \.eslintcache
    storybook-static _site public _build site \.docz
    __pycache__ \.venv venv env\.bak virtualenv \.tox \.nox \.pytest_cache \.mypy_cache \.ruff_cache \.hypothesis
    [\w.-]+\.egg-info \.eggs \.ipynb_checkpoints wheels
    \.gradle \.m2 \.kotlin \.bloop \.metals \.bsp \.ivy2 classes Pods Carthage DerivedData \.build \.swiftpm xcuserdata
    \.dart_tool \.pub-cache vendor deps _deps ebin \.elixir_ls \.stack-work dist-newstyle zig-cache zig-out \.zig-cache
    cmake-build-[\w-]+ CMakeFiles \.terraform \.serverless cdk\.out \.aws-sam \.pnpm-store \.yarn \.npm \.bundle
    test-results playwright-report screenshots videos reports? \.phpunit\.cache \.vs \.idea
  `,
  "i",
);

/** Names of files that tools create again. */
const FILES = oneOf(
  String.raw`
    .*\.(?:log|tmp|temp|pyc|pyo|o|obj|a|so|dylib|dll|exe|class|jar|war|map|tsbuildinfo|swp|swo|bak~|orig|rej|pid|lcov
    |gcda|gcno|profraw|prof|cover|coverage|cache|crx|whl|egg|vsix|tgz|min\.js)
    .*~ \.DS_Store Thumbs\.db desktop\.ini \.coverage(?:\..*)? npm-debug\.log.* yarn-error\.log.* \.eslintcache
    coverage\.\w+ next-env\.d\.ts
  `,
  "i",
);

/** Names of files and databases that tests create at each run. */
const OF_TESTS = /(?:^|[._-])tests?(?:[._-]|$)/i;

/** Caches in a home folder, as paths relative to it. */
const HOME_CACHES = oneOf(
  String.raw`
    \.cache(?:/.*)? Library/Caches(?:/.*)? \.npm/_\w+(?:/.*)? \.gradle/(?:caches|daemon|wrapper)(?:/.*)?
    \.m2/repository(?:/.*)? \.cargo/(?:registry|git)(?:/.*)? go/pkg(?:/.*)? \.nuget/packages(?:/.*)?
    \.pnpm-store(?:/.*)? \.yarn/(?:berry/)?cache(?:/.*)? \.bun/install/cache(?:/.*)? \.deno(?:/.*)? \.ivy2/cache(?:/.*)?
    \.sbt(?:/.*)? \.terraform\.d/plugin-cache(?:/.*)? \.conda/pkgs(?:/.*)? \.local/share/(?:Trash|virtualenvs)(?:/.*)?
    \.expo(?:/.*)? \.pub-cache(?:/.*)? \.cocoapods(?:/.*)? Library/Developer/Xcode/DerivedData(?:/.*)? \.gem(?:/.*)?
  `,
);

/**
 * Whether a path is output that a tool creates again, so that deleting it loses nothing.
 * @param path relative to the worktree or the home folder, with slashes
 * @param isOutside whether the path is relative to the home folder or another folder that is in no project
 */
export function isMadeAgain(path: string, isOutside = false): boolean {
  const parts = path.replace(/\/+$/, "").split("/");
  if (isOutside && HOME_CACHES.test(parts.join("/"))) return true;
  const [last = "", ...rest] = parts.toReversed();
  // Outside of a project, folders with common names such as `out` or `tmp` may hold the person's own files.
  const folders = isOutside ? [last, ...rest].filter((part) => OF_TOOLS.test(part)) : [last, ...rest];
  if (folders.some((part) => FOLDERS.test(part))) return true;
  return !isOutside && (FILES.test(last) || OF_TESTS.test(last));
}

const OF_TOOLS = /^(?:node_modules|__pycache__|\..*cache|target|dist|build|\.next|\.venv|venv)$/;

const NAMES_OF_TESTS = /(?:^|[._\W])(?:tests?|ci|e2e)(?:$|[._\W\d])/i;

/** Whether a word is the name of a file or database that tests create at each run: `test`, `db_ci`, `e2e`. */
export function isOfTests(word: string): boolean {
  return NAMES_OF_TESTS.test(word);
}

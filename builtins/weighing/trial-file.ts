import { oneOf, pattern } from "../../kit/word-pattern.ts";

/** Names of folders with tests, fixtures, examples or documents. */
const FOLDERS = oneOf(
  String.raw`
  tests? __tests?__ testing test[-_]?(?:data|utils?|support|helpers?|fixtures?|resources) [\w.-]*[-_.]tests? [\w.]*Tests
  specs? e2e integration[-_]?tests? unit[-_]?tests? androidTest cypress playwright
  fixtures? __fixtures__ mocks? __mocks__ stubs? fakes? factories snapshots __snapshots__ cassettes? vcr_cassettes
  golden testdata examples? samples? demos? playground tutorials? quickstart stories storybook
  seeds? seeders? docs? documentation man wiki guides? handbook adr rfcs?
`,
  "i",
);
/** Words in the names of tests, fixtures, examples and documents, between `-`, `_`, `.` and blanks. */
const NAMES = oneOf(
  String.raw`
  tests? testing specs? e2e cy conftest stories story fixtures? mocks? stubs? fakes? seeds? seeder examples?
  samples? demo template tmpl tpl dist phpunit readme contributing changelog tutorial
`,
  "i",
);
/** Endings of documents, and of files with requests to try out (`.http`). */
const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|textile|pod|rdoc|tex|ipynb|http|rest|feature|snap)$/i;
/**
 * Names in camel case: `UserTest.java`, `UserTests.swift`, `LoginIT.java`, `TestUser.php`, `UserFactory.php`,
 * `UserSeeder.php`.
 */
const HUMPED = pattern()`
  ^Test[A-Z]\w*\.\w+$|[a-z0-9](?:Tests?|Specs?|IT|E2E|Fixtures?|Mocks?|Seeder|Example|Sample)\.\w+$
  |[a-z]Factory\.php$
`;

/**
 * Whether a file is a test, a fixture, an example, seed data or a document, by the usual names of such files and their
 * folders: a password in it protects nothing real.
 * @param path with `/` or `\` between its parts; from the top of the worktree, or as a call names it
 */
export function isTrialFile(path: string): boolean {
  const parts = path.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
  const name = parts.pop() ?? "";
  if (DOCUMENT.test(name) || HUMPED.test(name) || parts.some((part) => FOLDERS.test(part))) return true;
  return name.split(/[-_.\s]+/).some((word) => NAMES.test(word));
}

const AREAS = "cart catalogue checkout customer delivery invoice payment returns search stock".split(" ");
const VERBS = "add apply check count find list load merge parse remove save sum".split(" ");
const NOUNS = "Discount Item Limit Order Price Rate Rule Tax Total Voucher".split(" ");

/** The sources of a small web shop. Edits change them as an agent would, in the same way in each run. */
export class Shop {
  readonly #texts = new Map<string, string>();

  constructor() {
    for (const [at, area] of AREAS.entries()) {
      for (let part = 0; part < 3; part += 1) {
        const verb = VERBS[(at + part * 5) % VERBS.length]!;
        const noun = NOUNS[(at * 3 + part) % NOUNS.length]!.toLowerCase();
        this.#texts.set(`src/${area}/${verb}-${noun}.ts`, moduleText(at * 3 + part));
      }
    }
    this.#texts.set("README.md", "# Shop\n\nA small web shop.\n\n## Run\n\n```sh\nnpm start\n```\n");
    this.#texts.set("src/legacy.ts", moduleText(99));
    const scripts = { start: "node src/server.ts", test: "node --test" };
    this.#texts.set("package.json", `${JSON.stringify({ name: "shop", version: "1.4.0", scripts }, null, 2)}\n`);
  }

  files(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Edits one to four files, sometimes many. Returns their new texts by path. */
  edit(number: number): Map<string, string> {
    const paths = [...this.#texts.keys()].filter((path) => path.startsWith("src/") && path !== "src/legacy.ts");
    const count = number % 17 === 0 ? 12 : 1 + (number % 4 === 0 ? 2 : 0);
    const changed = new Map<string, string>();
    for (let at = 0; at < count; at += 1) {
      const path = paths[(number * 7 + at * 11) % paths.length]!;
      changed.set(path, this.#change(path, number + at));
    }
    if (number % 9 === 4) changed.set(`test/step-${number}.test.ts`, testText(number));
    for (const [path, text] of changed) this.#texts.set(path, text);
    return changed;
  }

  #change(path: string, number: number): string {
    const text = (this.#texts.get(path) ?? "")
      .replace(/const LIMIT = (\d+)/, (_, limit: string) => `const LIMIT = ${(Number(limit) * 3 + number) % 97}`)
      .replace(number % 2 === 0 ? "return total;" : "", number % 2 === 0 ? "return Math.max(0, total);" : "");
    if (number % 5 === 3 && text.length > 1500) return text.slice(0, text.lastIndexOf("\n/**"));
    if (number % 3 === 0) return `${text.trimEnd()}\n\n${functionText(number)}`;
    return number % 2 === 0 ? text.replace("of items)", "of items.filter(isValid))") : text;
  }
}

function moduleText(number: number): string {
  return (
    `import { isValid, type Item } from "../items.ts";\n\n` +
    `const LIMIT = ${10 + number};\n\n` +
    `${functionText(number)}\n` +
    `${functionText(number + 7)}`
  );
}

function functionText(number: number): string {
  const [verb, noun] = [VERBS[number % VERBS.length]!, NOUNS[(number * 3) % NOUNS.length]!];
  const does = `${verb[0]!.toUpperCase()}${verb.slice(1)}s the ${noun.toLowerCase()}`;
  return `/** ${does} of every item, at most ${number % 9} of them. */
export function ${verb}${noun}${number % 10}(items: readonly Item[], rate = ${number % 7}): number {
  let total = 0;
  for (const item of items) {
    if (!isValid(item) || item.count > LIMIT) continue;
    total += item.price * item.count * (1 - rate / 100);
  }
  return total;
}
`;
}

function testText(number: number): string {
  return (
    `import { test } from "node:test";\n` +
    `import assert from "node:assert/strict";\n\n` +
    `test("step ${number}", () => {\n` +
    `  assert.equal(${number} + 1, ${number + 1});\n` +
    "});\n"
  );
}

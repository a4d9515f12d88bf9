/** The page with a new text between `<!-- name -->` and `<!-- /name -->`. @throws Error if there is no such section */
export function withSection(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(start) + start.length;
  const to = page.indexOf(end);
  if (from < start.length || to < from) throw new Error(`The page has no section "${name}".`);
  return `${page.slice(0, from)}\n${text}${page.slice(to)}`;
}

/** A Markdown table. A column whose heading ends in a colon contains numbers and is right-aligned. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const titles = heads.map((head) => head.replace(/:$/, ""));
  const rules = heads.map((head) => (head.endsWith(":") ? "---:" : "---"));
  return [titles, rules, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

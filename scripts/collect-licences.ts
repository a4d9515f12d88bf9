import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/**
 * The licences of every package that a bundle holds, as one text.
 * @param modules paths of the bundled modules
 * @throws Error where a bundled package states no licence at all
 */
export function collectLicences(modules: Iterable<string>): string {
  const folders = [...new Set([...modules].map(packageFolder).filter((folder) => folder !== undefined))];
  const entries = folders.map(describe).sort((first, second) => first.title.localeCompare(second.title));
  const unique = entries.filter((entry, index) => entries.findIndex((other) => other.title === entry.title) === index);
  const intro = "snapveil bundles the packages below. Their licences follow.\n";
  return [
    intro,
    ...unique.map(({ title, licence, text }) => `${"-".repeat(78)}\n${title}\nLicence: ${licence}\n\n${text.trim()}\n`),
  ].join("\n");
}

function packageFolder(module: string): string | undefined {
  const marker = `${sep}node_modules${sep}`;
  if (!module.includes(marker)) return undefined;
  let folder = dirname(module.replace(/^\0/, "").replace(/\?.*$/, ""));
  // Some packages put a nameless package.json beside each build, only to say which module format it is in.
  while (folder.includes(marker)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, "utf8")) as { name?: string }).name) return folder;
    folder = dirname(folder);
  }
  return undefined;
}

function describe(folder: string): { title: string; licence: string; text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (!file && !license) throw new Error(`${name} is bundled but states no licence.`);
  const text = file
    ? readFileSync(join(folder, file), "utf8")
    : `(${name} ships no licence text; its package.json says ${license}.)`;
  return { title: `${name} ${version}`, licence: license ?? "see text", text };
}

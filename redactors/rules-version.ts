import { statSync } from "node:fs";

/** The files that decide what is found, beside the running chunk. */
const FILES = ["rules.bin", "redactor.cjs", "survey.cjs", "known-values.cjs", "veil.cjs", "core.cjs"];

/** What tells these rules from those of another build; `undefined` where nothing was built. */
export function rulesVersion(): string | undefined {
  const folder = import.meta.dirname;
  const parts = FILES.flatMap((name) => {
    const stat = folder === undefined ? undefined : statSync(`${folder}/${name}`, { throwIfNoEntry: false });
    return stat ? [`${name} ${stat.size} ${stat.mtimeMs}`] : [];
  });
  return parts.length < 2 ? undefined : parts.join("\n");
}

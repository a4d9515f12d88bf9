import type { FileChange } from "./checkpoint.ts";

/** The row of a changed file in a list: a renamed file is one row with both names. */
export interface ChangeRow extends Omit<FileChange, "status" | "renamed"> {
  readonly status: FileChange["status"] | "renamed";
  /** The former name of a renamed file; absent for any other change. */
  readonly former?: string;
}

/** Turns changes into rows. The deletion and addition of a rename become one row with the lines that changed. */
export function changeRows(files: readonly FileChange[]): ChangeRow[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files.flatMap(({ renamed, ...file }): ChangeRow[] => {
    if (!renamed) return [file];
    const isWhole = byPath.has("from" in renamed ? renamed.from : renamed.to); // a list may hold one name only
    if (!isWhole) return [file];
    if ("to" in renamed) return [];
    const { from: former, ...lines } = renamed;
    const { additions: _, deletions: __, ...rest } = file;
    return [{ ...rest, ...lines, status: "renamed", former }];
  });
}

/** The path of a row, or both names of a renamed file. */
export function pathsOf({ path, former }: ChangeRow): string[] {
  return former === undefined ? [path] : [former, path];
}

/** The path of a row, or `a.ts → b.ts` for a renamed file. @param named formats one path */
export function nameOfRow(
  { path, former }: Pick<ChangeRow, "path" | "former">,
  named: (path: string) => string,
): string {
  return former === undefined ? named(path) : `${named(former)} → ${named(path)}`;
}

import type { FileChange } from "./checkpoint.ts";

/** A change as a person reads it: a renamed file is one row, with its former name. */
export interface ChangeRow extends Omit<FileChange, "status" | "renamed"> {
  readonly status: FileChange["status"] | "renamed";
  /** The name before the change, of a renamed file. */
  readonly former?: string;
}

/** Changes as rows: the two sides of a rename are one, with the lines in which its content changed. */
export function changeRows(files: readonly FileChange[]): ChangeRow[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files.flatMap(({ renamed, ...file }): ChangeRow[] => {
    if (!renamed) return [file];
    const isWhole = byPath.has("from" in renamed ? renamed.from : renamed.to); // else only one side was asked for
    if (!isWhole) return [file];
    if ("to" in renamed) return [];
    const { from: former, ...lines } = renamed;
    const { additions: _, deletions: __, ...rest } = file;
    return [{ ...rest, ...lines, status: "renamed", former }];
  });
}

/** The names that a row stands for. */
export function pathsOf({ path, former }: ChangeRow): string[] {
  return former === undefined ? [path] : [former, path];
}

/** The name of a row, `a.ts → b.ts` for a renamed file, in the form that `named` gives a path. */
export function nameOfRow(
  { path, former }: Pick<ChangeRow, "path" | "former">,
  named: (path: string) => string,
): string {
  return former === undefined ? named(path) : `${named(former)} → ${named(path)}`;
}

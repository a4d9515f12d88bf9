import { isAbsolute, join, resolve } from "node:path";

import type { Json } from "../kit/json.ts";
import { allowancesFor } from "../redactors/allow/allowances.ts";
import type { Call } from "./call.ts";
import { fileOf } from "./tool-kind.ts";

interface Named {
  readonly cwd?: string;
  readonly toolInput?: Json;
}

/** Whether the file that a tool's arguments name is one in which the user looks for no secrets. */
export async function isLeftOut(event: Named, call: Pick<Call, "io" | "settings">): Promise<boolean> {
  const file = pathOf(fileOf(event.toolInput), event.cwd, call.io.env);
  return file !== undefined && ((await allowancesFor(call, event.cwd))?.isLeftOut(file) ?? false);
}

/** Where the file lies that a call names; `undefined` where that cannot be told. */
export function pathOf(file: string | undefined, cwd: string | undefined, env: Call["io"]["env"]): string | undefined {
  if (file === undefined) return undefined;
  const home = env["HOME"] ?? env["USERPROFILE"];
  if (file.startsWith("~/")) return home && join(home, file.slice(2));
  return isAbsolute(file) ? file : cwd && resolve(cwd, file);
}

import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/printable.ts";
import { writeJson } from "../write-json.ts";

export function verifyCommand(io: Io, exit: (code: number) => void): Command {
  return new Command("verify")
    .description("check objects, journal and refs of the shadow repository; exit code 1 where something is wrong")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  snapveil verify")
    .action(async (options: { json?: boolean }) => {
      const { verify } = await import("../../shadow-repo/house/verify.ts");
      const result = await verify(io, io.cwd);
      if (!result.ok) exit(1);
      if (options.json) return writeJson(io, result);
      for (const one of result.set_aside ?? []) io.writeStdout(`Damaged and set aside: ${printable(one)}\n`);
      io.writeStdout(
        result.ok
          ? "Everything is sound.\n"
          : `${[...result.problems, result.hint ?? ""].map(printable).join("\n").trimEnd()}\n`,
      );
    });
}

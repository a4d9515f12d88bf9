import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

import { Command } from "commander";

import { BUILTINS } from "../../builtins/doors/table.ts";
import { causeInWords } from "../../kit/disk-trouble.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { displayOf, writeJson, writeWithin } from "../show.ts";

export function configCommand(io: Io): Command {
  return new Command("config")
    .description("list the settings that hold in this folder, each with the file that sets it")
    .option("--json", "print it as JSON")
    .option("--schema [file]", "print the JSON schema of both settings files, for an editor; or write it to a file")
    .addHelpText("after", "\nExample:\n  snapveil config --schema ~/.config/snapveil/schema.json")
    .action(async ({ json, schema: to }: { json?: boolean; schema?: string | true }) => {
      if (to !== undefined) {
        const { settingsSchema } = await import("../../worktree/doors/edit-settings.ts");
        const schema = settingsSchema(BUILTINS.map(({ name }) => name));
        return to === true ? writeJson(io, schema) : writeSchema(io, resolve(io.cwd, to), schema);
      }
      const { settingsInForce } = await import("../../doctor/settings-in-force.ts");
      const found = await settingsInForce(io, io.cwd);
      if (json) {
        const files = found.files.map(({ file, origin, isOuter }) => ({ file, origin, outer: isOuter }));
        return writeJson(io, { ...found, files });
      }
      const { describeConfig } = await import("../describe-config.ts");
      writeWithin(io, describeConfig(found, displayOf(io)?.columns));
    });
}

/** Writes the schema, and the folder for it. @throws UserError if the file cannot be written */
function writeSchema(io: Io, file: string, schema: object): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
  } catch (error) {
    throw new UserError("cannotWrite", [printable(file), causeInWords(error) ?? "unknown"], error);
  }
  io.writeStdout(
    `Written: ${printable(file)}\nBegin config.jsonc beside it with: "$schema": "./${printable(basename(file))}"\n`,
  );
}

import type { JsonObject } from "../kit/json.ts";
import { SETTINGS } from "./setting-table.ts";

const DRAFT = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON schema of settings files: it accepts a user's or a project's file.
 * @param switches names of builtins, which are also keys that switch them on or off
 */
export function settingsSchema(switches: readonly string[]): JsonObject {
  const off = Object.fromEntries(switches.map((name) => [name, { type: "boolean" }]));
  return {
    $schema: DRAFT,
    title: "The settings of snapveil",
    anyOf: [{ $ref: "#/$defs/user" }, { $ref: "#/$defs/project" }],
    $defs: {
      user: fileSchema("~/.config/snapveil/config.jsonc", "user", off),
      project: fileSchema(".snapveil.jsonc of a project, which can add and tighten", "project", {}),
    },
  };
}

function fileSchema(title: string, origin: "user" | "project", switches: JsonObject): JsonObject {
  const rows = SETTINGS.flatMap(({ key, values, [origin]: rule }) =>
    rule ? [[key, { description: values, ...(rule.schema as JsonObject) }] as const] : [],
  );
  return {
    title,
    type: "object",
    properties: { $schema: { type: "string" }, ...Object.fromEntries(rows), ...switches },
    additionalProperties: false,
  };
}

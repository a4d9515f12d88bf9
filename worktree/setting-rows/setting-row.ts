import { isObject, type Json } from "../../kit/json.ts";
import type { Settings, SettingsFile } from "../settings.ts";
import type { Complain, Schema } from "../value-schema.ts";

/**
 * Returns the settings that a file's value changes. `value` is the part of the value that the schema allows, `before`
 * the settings of the files that were read before.
 * @throws Error with a message "it is …, and not …"
 */
type Apply = (value: Json, before: Settings, complain: Complain, source: SettingsFile) => Partial<Settings>;

/** The values of a setting in one kind of settings file, and their effect. */
interface Rule {
  readonly schema: Schema;
  /**
   * `apply` itself checks the value, so that one invalid entry does not invalidate the rest; the schema is for editors
   * only.
   */
  readonly isReadByItself?: true;
  readonly apply: Apply;
}

/** A setting. `docs/settings.md` is printed from its texts, `snapveil config --schema` from its schemas. */
export interface Setting {
  readonly key: string;
  readonly values: string;
  /** The default in words, for the docs; absent: the value in `DEFAULT_SETTINGS` is printed. */
  readonly byDefault?: string;
  /**
   * The effect of the setting in a project's file, in words. A project's file may only add builtins and make settings
   * stricter, because an agent can write it.
   */
  readonly inProject?: string;
  readonly user: Rule;
  /** The rule for a project's file; absent if only the user's file may hold the setting. */
  readonly project?: Rule;
}

/** A setting's value as a mapping; an empty one if it is none. */
export function objectOf(value: Json): Readonly<Record<string, Json>> {
  return isObject(value) ? value : {};
}

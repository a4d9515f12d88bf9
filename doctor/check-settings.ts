import { builtinNamed } from "../builtins/registry.ts";
import { unknownNames } from "../hook/plan.ts";
import { plainName } from "../kit/plain-name.ts";
import type { Settings } from "../worktree/settings.ts";
import { warning, type Check } from "./check.ts";

/** What the settings files say that is of no use, and what they take away from the default profile. */
export function checkSettings(settings: Settings): Check[] {
  const events = Object.keys(settings.builtins).map((name) => ({ name }));
  const problems = [...settings.problems, ...unknownNames(events, settings)];
  const off = Object.entries(settings.switches).flatMap(([name, isOn]) => (!isOn && builtinNamed(name) ? [name] : []));
  return [
    ...problems.map((sentence) => warning("settings", sentence, "Mend that file; the rest of it holds.")),
    ...off.map((name) =>
      warning(
        "builtin_off",
        `Your settings switch ${plainName(name)} off: it runs at no event.`,
        `Take "${name}" out.`,
      ),
    ),
  ];
}

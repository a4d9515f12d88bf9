import { checkpoints, keep } from "../checkpoint-settings.ts";
import { CHECKPOINTS, FLAG, IGNORE_LINES, KEEP } from "../setting-schemas.ts";
import type { Setting } from "./setting-row.ts";

/** Settings of checkpoints and of the kept copies of ignored files. */
export const CHECKPOINT_SETTINGS: readonly Setting[] = [
  {
    key: "checkpoints",
    values:
      '`{ "newFileLimit", "growingFileLimit", "days", "budget", "exclude" }`: how large files may be, how long and ' +
      "how much is kept, and patterns of files that are not recorded, see below",
    byDefault: '`"2 MiB"`, `"32 MiB"`, `14`, `"2 GiB"`, none',
    user: {
      schema: CHECKPOINTS,
      apply: (value, before, complain) => ({ checkpoints: checkpoints(value, before.checkpoints, complain) }),
    },
  },
  {
    key: "keep",
    values:
      '`false`: keep no copies of ignored files; or the bounds `{ "fileLimit", "budget", "files", "exclude" }` of ' +
      "what is kept beside the checkpoints, see below",
    byDefault: '`"8 MiB"`, `"256 MiB"`, `5000`, none',
    user: {
      schema: { anyOf: [FLAG, KEEP] },
      apply: (value, before, complain) => ({
        checkpoints: { ...before.checkpoints, keep: keep(value, before.checkpoints, complain) },
      }),
    },
  },
  {
    key: "alsoRecord",
    values:
      'patterns of ignored files that are recorded and undone with the rest, 8 MiB each: `[".env", ' +
      '"data/*.sqlite"]`, ' +
      "see below",
    byDefault: "none",
    user: {
      schema: IGNORE_LINES,
      apply: (value, before) => ({ checkpoints: { ...before.checkpoints, alsoRecord: value as string[] } }),
    },
  },
];

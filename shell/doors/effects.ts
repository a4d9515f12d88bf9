/** @file What a command does, by its row: files read, changed and carried, requests to a server, what it prints. */

export {
  carriedBy,
  editedInPlace,
  farPath,
  filesChanged,
  filesRead,
  filesSaved,
  mayChangeFiles,
  publishes,
  rightsChanged,
  looksUp,
  sends,
  UNCHANGED,
  type Carried,
} from "../effects.ts";
export { requestOf, type Request } from "../requests.ts";
export type { Published } from "../program.ts";
export { isDevice } from "../devices.ts";
export { DOWNLOADED, printed } from "../printed.ts";

// The environment, printed or held whole, and contents of files, passed on from one command to another.
export {
  ENVIRONMENT,
  WHOLE_ENVIRONMENT,
  handsOn,
  holdsEnvironment,
  picksValues,
  printsEnvironment,
} from "../environment.ts";
export { filesMarked, markOf, marksIn, withoutMarks } from "../marks.ts";
export { isLeftOut, withoutLeftOut } from "../left-out.ts";

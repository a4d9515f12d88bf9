/** @file What a command does, by its row: files read, changed and carried, requests to a server, what it prints. */

export {
  carriedBy,
  farPath,
  filesChanged,
  filesRead,
  filesSaved,
  mayChangeFiles,
  requestOf,
  rightsChanged,
  sends,
  UNCHANGED,
  type Carried,
} from "../effects.ts";
export { isDevice } from "../devices.ts";
export { DOWNLOADED, printed } from "../printed.ts";

// The environment, printed or held whole.
export { ENVIRONMENT, WHOLE_ENVIRONMENT, holdsEnvironment, printsEnvironment } from "../environment.ts";

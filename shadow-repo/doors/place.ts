/** @file Where a shadow repository lies, the paths in it, and how it is opened. */

// The place of a worktree's shadow repository, without a look at the disk.
export { findPlace, newId, placeOf, placeOfRoot, type Place } from "../place.ts";

// All places that one command is about: the worktree, linked ones, those of a session.
export { findPlaces, placesNow, type Places } from "../places.ts";

// Whether a shadow repository is there, and is sound.
export { findShadow, hasShadow } from "../create-shadow.ts";
export { damageOf, isSound, setDamagedAside } from "../open/sound-shadow.ts";

// A shadow repository with its engine: to record, or to look alone.
export { openHistory, openShadow, type Shadow } from "../open/open-shadow.ts";
export { leftOutSentence } from "../open/choose-engine.ts";

// Paths as git has them, one character a byte; ids of contents.
export { toGitPath, toText, type GitPath } from "../git-path.ts";
export { hashOf } from "../git-object.ts";

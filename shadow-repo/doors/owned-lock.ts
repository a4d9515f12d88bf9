/** @file A lock file with its owner's name, which a process that died does not keep. */

export { ownerLine, takeLock, type OwnedLock } from "../locks/owned-lock.ts";

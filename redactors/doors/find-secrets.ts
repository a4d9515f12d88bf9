/** @file Secrets in the parts of an event: with the settings, the user's own values, and what was allowed. */

export { findSecrets, type Search, type SearchOptions } from "../find-secrets.ts";

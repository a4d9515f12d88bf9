/** @file The text that is put in a secret's place. */

export { findMarkers, toMarker } from "../marker.ts";

/** @file Whether snapveil is switched off, for how long and by whom; what `install` has registered. */

export { readSwitch, switchFile, whyOff, type Off, type SwitchedOff } from "../switch.ts";
export { offInWords, offSentence, switchOff, switchOn } from "../turn-switch.ts";
export { listReceipts, objectsIn, receiptsFolder, stemOf, type Registering } from "../list-receipts.ts";

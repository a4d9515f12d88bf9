import { counted } from "../kit/text.ts";

/** The age of a time: `just now`, `5 min ago`, `3 h ago`, `4 days ago`. */
export function timeInWords(time: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(time)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** A size with a unit that keeps the number short: `812 B`, `4.2 MiB`. */
export function humanSize(bytes: number): string {
  const unit = Math.max(0, Math.min(4, Math.floor(Math.log2(bytes) / 10)));
  return `${unit === 0 ? bytes : (bytes / 1024 ** unit).toFixed(1)} ${["B", "KiB", "MiB", "GiB", "TiB"][unit]}`;
}

/** `1 file`, `3 files`. */
export function countFiles(files: number): string {
  return counted(files, "file");
}

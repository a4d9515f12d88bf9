import { worldWith, type Io } from "../kit/io.ts";

/** An `io` whose `timeLeft` reports only a share of the remaining time, so that later work has the rest. */
export function withShareOfTime(io: Io, share: number): Io {
  const { timeLeft } = io;
  if (!timeLeft) return io;
  const rest = timeLeft() * (1 - share);
  return worldWith(io, { timeLeft: () => timeLeft() - rest });
}

import { worldWith, type Io } from "../kit/io.ts";

/** A world in which a share of the time until an answer is due is left: later work needs the rest. */
export function withShareOfTime(io: Io, share: number): Io {
  const { timeLeft } = io;
  if (!timeLeft) return io;
  const rest = timeLeft() * (1 - share);
  return worldWith(io, { timeLeft: () => timeLeft() - rest });
}

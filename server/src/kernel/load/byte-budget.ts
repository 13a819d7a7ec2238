/** Bytes of request bodies in flight, in all and of each caller. */
export interface ByteBudget {
  hasRoom(caller: string, bytes: number): boolean;
  /** Takes `bytes`; returns what gives them back, or null when there is no room. */
  reserve(caller: string, bytes: number): (() => void) | null;
}

/** Creates a budget of `max` bytes; a single caller may hold up to `maxPerCaller` of them. */
export function createByteBudget(max: number, maxPerCaller: number): ByteBudget {
  const byCaller = new Map<string, number>();
  let total = 0;
  const hasRoom = (caller: string, bytes: number) =>
    total + bytes <= max && (byCaller.get(caller) ?? 0) + bytes <= maxPerCaller;
  return {
    hasRoom,
    reserve(caller, bytes) {
      if (!hasRoom(caller, bytes)) return null;
      total += bytes;
      byCaller.set(caller, (byCaller.get(caller) ?? 0) + bytes);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        total -= bytes;
        const left = (byCaller.get(caller) ?? 0) - bytes;
        if (left > 0) byCaller.set(caller, left);
        else byCaller.delete(caller);
      };
    },
  };
}

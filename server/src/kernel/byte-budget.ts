/** Bytes of request bodies in flight, in all and of each caller. */
export interface ByteBudget {
  /** Takes `bytes`; returns what gives them back, or null when there is no room. */
  reserve(caller: string, bytes: number): (() => void) | null;
}

/** Creates a budget of `max` bytes, of which one caller may have `maxPerCaller`. */
export function createByteBudget(max: number, maxPerCaller: number): ByteBudget {
  const byCaller = new Map<string, number>();
  let total = 0;
  return {
    reserve(caller, bytes) {
      const own = byCaller.get(caller) ?? 0;
      if (total + bytes > max || own + bytes > maxPerCaller) return null;
      total += bytes;
      byCaller.set(caller, own + bytes);
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

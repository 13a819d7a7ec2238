/**
 * Finds for each new visit, given by its readings, the former visit: the one that money depends on, else the one with
 * most of its readings. Among equals, a visit that could only be this one goes first, so that fewer are left without
 * readings. No former visit is matched twice. null = none.
 */
export function formerVisits(
  visits: readonly (readonly number[])[],
  visitOf: ReadonlyMap<number, number | null>,
  isKept: (pk: number) => boolean,
): (number | null)[] {
  const candidates = visits.flatMap((readings, index) => {
    const counts = new Map<number, number>();
    for (const reading of readings) {
      const pk = visitOf.get(reading) ?? null;
      if (pk !== null) counts.set(pk, (counts.get(pk) ?? 0) + 1);
    }
    return [...counts].map(([pk, count]) => ({
      index,
      pk,
      count,
      kept: isKept(pk) ? 1 : 0,
      choices: counts.size,
    }));
  });
  candidates.sort(
    (a, b) => b.kept - a.kept || b.count - a.count || a.choices - b.choices || a.pk - b.pk,
  );
  const assignedPks = new Set<number>();
  const found = visits.map((): number | null => null);
  for (const { index, pk } of candidates) {
    if (found[index] !== null || assignedPks.has(pk)) continue;
    assignedPks.add(pk);
    found[index] = pk;
  }
  return found;
}

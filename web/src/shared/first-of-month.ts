/** The 1st stands out at more than this multiple of a usual day. */
const peakFactor = 3;

const note = 'Monthly drivers are charged on the 1st, so that day stands out.';

/** Explains why the first of a month flattens the other days of a chart; '' when it doesn't. */
export function explainFirstOfMonth(
  days: readonly { key: string; value: number | null }[],
): string {
  const isFirst = ({ key }: { key: string }) => key.endsWith('-01');
  const others = days.filter((day) => !isFirst(day)).flatMap(({ value }) => value ?? []);
  const usual = others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0;
  const isPeak = days.some((day) => isFirst(day) && (day.value ?? 0) > usual * peakFactor);
  return usual > 0 && isPeak ? note : '';
}

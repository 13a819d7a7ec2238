import { formatMissed } from '@lotkeeper/contract/cars/missed-cars';
import type { CameraGap } from '@lotkeeper/contract/cars/outcomes';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatCount, formatDateShort, formatInstant } from '@lotkeeper/contract/kernel/format';
import type { BridgeRange } from '@lotkeeper/contract/money/changes';
import type { LetterSection, TextLine } from '@lotkeeper/contract/money/letters';
import { sumRows } from '../../../records/money/revenue.ts';
import type { LetterPaths } from './letter-text.ts';
import { formatCost, link, plain } from './letter-text.ts';

/** Gaps that a letter lists; more are counted. */
const maxGaps = 4;

function describeGap({ kind, start, end, direction, spot }: CameraGap): string {
  const side = direction === 'Exit' ? 'exit' : 'entrance';
  if (kind === 'one_sided') return `many cars weren’t seen at the ${side}`;
  const days = [start, end - 1].map((at) =>
    formatDateShort(toLocalDate((at * 1000) as Instant, spot.timezone)),
  );
  if (kind === 'fewer')
    return `fewer cars than usual at the ${side}, ${days[0] === days[1] ? days[0] : days.join(' to ')}`;
  return `no reads from ${formatInstant(start, spot.timezone).replace(/, \d{4},/, ',')} to ${formatInstant(end, spot.timezone).replace(/, \d{4},/, ',')}`;
}

/** When cameras were dark and what that probably cost, the most expensive first. */
export function writeCameras(
  gaps: readonly CameraGap[],
  range: BridgeRange,
  paths: LetterPaths,
): LetterSection | null {
  const costly = gaps
    .filter(({ lost_high }) => lost_high > 0)
    .toSorted((a, b) => b.lost_high - a.lost_high);
  if (costly.length === 0) return null;
  const figures = costly.slice(0, maxGaps).map((gap) => ({
    label: gap.camera ? `${gap.camera}, ${gap.spot.name}` : gap.spot.name,
    value: link(formatCost(gap.lost_low, gap.lost_high), paths.cars(range, gap.spot.pk)),
    notes: [
      [plain(`${describeGap(gap)}: ${formatMissed(gap)} ${gap.cars_high === 1 ? 'car' : 'cars'}`)],
    ],
  }));
  const rest = costly.slice(maxGaps);
  const { lost_low, lost_high } = sumRows(rest, ['lost_low', 'lost_high']);
  const more: TextLine[] =
    rest.length > 0
      ? [
          [
            plain(`And ${formatCount(rest.length)} more, `),
            link(formatCost(lost_low, lost_high), paths.cars(range)),
            plain(' together.'),
          ],
        ]
      : [];
  const hint: TextLine = [
    plain('These are estimates. Hours when a property was closed look the same.'),
  ];
  return { title: 'Cameras that missed cars', figures, lines: [...more, hint] };
}

import { formatCount, formatDateShort, formatWeekday } from '@lotkeeper/contract/kernel/format';
import type { LetterKind, LetterSection, TextLine } from '@lotkeeper/contract/money/letters';
import { describePlaces } from '@lotkeeper/contract/operations/coming-words';
import type {
  ComingOccasion,
  UpcomingDay,
} from '@lotkeeper/contract/operations/local-intelligence';
import type { LetterPaths } from './letter-text.ts';
import { link, plain } from './letter-text.ts';

/** What a property expects of a day. */
export interface Forecast {
  spot: { pk: number; name: string };
  day: UpcomingDay;
}

/** Days that a letter lists. */
const maxComing = 8;

const occasionKinds: Record<ComingOccasion['kind'], string> = {
  closed: ' (closed)',
  event: '',
  holiday: '',
};

function writeForecast({ spot, day }: Forecast, paths: LetterPaths): TextLine {
  return [
    link(spot.name, paths.spot(spot.pk, 'local-intelligence')),
    plain(
      ` expects about ${formatCount(day.expected ?? 0)} rentals on ${formatDateShort(day.date)} instead of ${formatCount(day.usual ?? 0)}.`,
    ),
  ];
}

const isForecast = ({ day: { expected, usual } }: Forecast) =>
  expected !== null && usual !== null && expected !== usual;

/** Events, closings and holidays of the time after, and what is expected of them. */
export function writeComing(
  occasions: readonly ComingOccasion[],
  forecasts: readonly Forecast[],
  kind: LetterKind,
  paths: LetterPaths,
): LetterSection | null {
  if (occasions.length === 0) return null;
  const lines = occasions
    .slice(0, maxComing)
    .map(
      (occasion): TextLine => [
        plain(
          `${formatWeekday(occasion.date)}: ${occasion.name}${occasionKinds[occasion.kind]}, ${describePlaces(occasion).replace(/^All/, 'all')}.`,
        ),
      ],
    );
  const more = occasions.length - maxComing;
  const rest: TextLine[] =
    more > 0
      ? [
          [
            plain(`And ${formatCount(more)} more on `),
            link('This Week', paths.page('week')),
            plain('.'),
          ],
        ]
      : [];
  const expected = forecasts.filter(isForecast).map((forecast) => writeForecast(forecast, paths));
  const title = kind === 'weekly' ? 'This week' : 'This month';
  return { title, figures: [], lines: [...lines, ...rest, ...expected] };
}

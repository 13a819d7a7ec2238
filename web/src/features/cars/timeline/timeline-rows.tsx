import { timelineMessages } from '@lotkeeper/contract/cars/timeline';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { now } from '../../../kernel/clock.ts';
import { formatDate, formatWeekday } from '../../../kernel/format.ts';
import type { TimelineSpot } from './entry.tsx';
import { Entry } from './entry.tsx';
import classes from './timeline.module.css';
import type { TimelineDay, TimelineRow } from './timeline.rules.ts';

/** The days of a timeline; those without highlights are folded. */
export function TimelineRows({ rows, spot }: { rows: readonly TimelineRow[]; spot: TimelineSpot }) {
  return (
    <ol className={classes.days} aria-label="Days">
      {rows.map((row) => {
        const [newest] = 'day' in row ? [row.day] : row.quiet;
        return (
          <li key={newest?.day}>
            {'day' in row ? (
              <Day content={row.day} spot={spot} />
            ) : (
              <QuietDays days={row.quiet} spot={spot} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function QuietDays({ days, spot }: { days: readonly TimelineDay[]; spot: TimelineSpot }) {
  const [newest, oldest] = [days[0], days.at(-1)];
  if (!newest || !oldest) return null;
  return (
    <details className={classes.quiet}>
      <summary className={classes.summary}>
        {timelineMessages.noHighlights}{' '}
        <span className="ui-note">
          {formatDate(oldest.day)} – {formatDate(newest.day)}, {days.length} days
        </span>
      </summary>
      <ol className={classes.days}>
        {days.map((day) => (
          <li key={day.day}>
            <Day content={day} spot={spot} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Day({ content, spot }: { content: TimelineDay; spot: TimelineSpot }) {
  const { day, events } = content;
  return (
    <>
      <h3 className={classes.day}>
        {day.slice(0, 4) === toLocalDate(now(), spot.timezone).slice(0, 4)
          ? formatWeekday(day)
          : formatDate(day)}
      </h3>
      <ul className={classes.entries}>
        {events.map((event, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a page holds whole days, so the order stays
          <li key={index}>
            <Entry {...{ event, spot, day }} />
          </li>
        ))}
      </ul>
    </>
  );
}

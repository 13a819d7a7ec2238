import type { ComparedPeriod, RevenueBridge } from '@lotkeeper/contract/money/changes';
import { listDayNotes } from '@lotkeeper/contract/operations/local-intelligence';
import { listSpotPages } from '@lotkeeper/contract/platform/pages';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../../kernel/queries.ts';
import { roleIn, useProfile } from '../../../kernel/session.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import classes from './changes.module.css';
import type { PeriodNote } from './changes.rules.ts';
import { listDays, listPeriodNotes, namePeriods } from './changes.rules.ts';

/** The property's pages that explain notes, if they are in this person's menu. */
const notePages = [
  { page: 'timeline', label: 'Timeline' },
  { page: 'events', label: 'Events' },
  { page: 'local-intelligence', label: 'Local Intelligence' },
] as const;

/**
 * What was unusual in both periods, without amounts: no record shows what a closed day or a silent
 * camera would have earned (docs/money.md).
 */
export function PeriodNotes(props: {
  spot: SpotSummary;
  bridge: RevenueBridge;
  period: ComparedPeriod;
}) {
  const { spot, bridge, period } = props;
  const { earlier, later } = bridge;
  const query = { spot: String(spot.pk), start: earlier.start_date, end: later.end_date };
  const read = useRead(listDayNotes, { query });
  const names = namePeriods(bridge, period);
  return (
    <DataPanel
      title="What else happened"
      silentRefetch
      query={read}
      skeleton={<TableSkeleton rows={3} columns={2} />}
      isEmpty={({ results }) =>
        [earlier, later].every((side) => listPeriodNotes(results, side).length === 0)
      }
      empty={{
        title: 'Nothing on record',
        text: 'Neither period has closed days, silent cameras, events or holidays.',
      }}
    >
      {({ results }) => (
        <>
          {(['earlier', 'later'] as const).map((side) => (
            <section key={side} className="ui-bottom-wide">
              <h3 className={classes.sideName}>{names[side]}</h3>
              <NoteList notes={listPeriodNotes(results, bridge[side])} />
            </section>
          ))}
          <NoteLinks spot={spot} />
        </>
      )}
    </DataPanel>
  );
}

function NoteList({ notes }: { notes: readonly PeriodNote[] }) {
  if (notes.length === 0) return <p className={classes.hint}>Nothing on record.</p>;
  return (
    <ul className="ui-list ui-top">
      {notes.map(({ text, days }) => (
        <li key={text}>
          {text} <span className="ui-dimmed">({listDays(days)})</span>
        </li>
      ))}
    </ul>
  );
}

function NoteLinks({ spot }: { spot: SpotSummary }) {
  const profile = useProfile();
  const viewer = { superuser: profile.superuser, role: roleIn(profile, spot.organization) };
  const open = listSpotPages(spot, viewer);
  const pages = notePages.filter(({ page }) => open.some(({ path }) => path === page));
  const params = { organizationId: String(spot.organization), spotId: String(spot.pk) };
  return (
    <p className={classes.hint}>
      These have no amounts of their own: what a closed day or a silent camera would have brought
      isn’t on record.{' '}
      {pages.map(({ page, label }, index) => (
        <span key={page}>
          {index > 0 ? ', ' : null}
          <Link to="/organization/$organizationId/spots/$spotId/$page" params={{ ...params, page }}>
            {label}
          </Link>
        </span>
      ))}
    </p>
  );
}

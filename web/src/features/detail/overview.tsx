import type { SpotSummary } from '@lotkeeper/contract/spots';
import type { ReactNode } from 'react';
import { formatCount } from '../../kernel/format.ts';
import { DataPanel } from '../../ui/data-panel.tsx';
import { Hint } from '../../ui/hint.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import type { SlotOverview } from './detail.api.ts';
import { useSlotOverview } from './detail.api.ts';
import classes from './detail.module.css';
import { linkToPage } from './page-link.tsx';

const rows = [
  { key: 'today', label: 'Today' },
  { key: 'month', label: 'This month' },
  { key: 'year', label: 'This year' },
] as const;

/** Rentals by when they start and how they stand now. */
export function Overview({ spot }: { spot: SpotSummary }) {
  const overview = useSlotOverview(spot);
  return (
    <DataPanel
      title="Overview"
      actions={
        <Hint
          about="Overview"
          text="Rentals that start today, this month and this year by the property's clock, and how many of them are going on, still to come, or over."
        />
      }
      query={overview}
      silentRefetch
      errorTitle="Something went wrong"
      errorHint="Please refresh the page"
      skeleton={<TableSkeleton rows={4} columns={4} />}
    >
      {(data) => <Counts data={data} renderLink={linkToPage(spot, 'drivers')} />}
    </DataPanel>
  );
}

function Counts(props: { data: SlotOverview; renderLink: (value: string) => ReactNode }) {
  const { data, renderLink } = props;
  return (
    <table className={classes.counts}>
      <caption className="ui-hidden">Rentals by start and state</caption>
      <thead>
        <tr>
          <th scope="col">Rentals</th>
          <th scope="col">Active</th>
          <th scope="col">Upcoming</th>
          <th scope="col">Ended</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{renderLink(formatCount(data[key].ACTIVE))}</td>
            <td>{renderLink(formatCount(data[key].UPCOMING))}</td>
            <td>{renderLink(formatCount(data[key].ENDED))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

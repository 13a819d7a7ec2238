import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { formatCount } from '../../../kernel/format.ts';
import { askToRefresh, DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import type { SlotOverview } from './detail.api.ts';
import { useSlotOverview } from './detail.api.ts';
import classes from './detail.module.css';

const rows = [
  { key: 'today', label: 'Today' },
  { key: 'month', label: 'This month' },
  { key: 'year', label: 'This year' },
] as const;

const states = [
  { key: 'ACTIVE', label: 'Active' },
  { key: 'UPCOMING', label: 'Upcoming' },
  { key: 'ENDED', label: 'Ended' },
] as const;

/** Rentals by start and current state. No list of drivers has the rentals of one cell, so none opens. */
export function Overview({ spot }: { spot: SpotSummary }) {
  const overview = useSlotOverview(spot);
  return (
    <DataPanel
      title="Overview"
      query={overview}
      silentRefetch
      {...askToRefresh}
      skeleton={<Counts data={null} />}
    >
      {(data) => <Counts data={data} />}
    </DataPanel>
  );
}

/** The table, or its skeleton while there is no data. */
function Counts({ data }: { data: SlotOverview | null }) {
  return (
    <table className={classes.counts}>
      <caption className="ui-hidden">Rentals by start and state</caption>
      <thead>
        <tr>
          <th scope="col">Rentals by start day</th>
          {states.map((state) => (
            <th key={state.key} scope="col">
              {state.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {states.map((state) => (
              <td key={state.key}>
                {data ? formatCount(data[key][state.key]) : <Bone height="1.55em" />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

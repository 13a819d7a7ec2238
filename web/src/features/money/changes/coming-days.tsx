import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { describePlaces } from '@lotkeeper/contract/operations/coming-words';
import type { ComingOccasion } from '@lotkeeper/contract/operations/local-intelligence';
import { comingDays, listComingDays } from '@lotkeeper/contract/operations/local-intelligence';
import { formatWeekday } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import classes from './changes.module.css';

const kindNames: Record<ComingOccasion['kind'], string> = {
  closed: 'Lot closed',
  event: 'Event',
  holiday: 'Holiday',
};

/** Events, closed days and holidays of the coming two weeks at all properties, by day. */
export function ComingDays({ organizationId }: { organizationId: string }) {
  const read = useRead(listComingDays, { query: { organization: organizationId } });
  return (
    <DataPanel
      title={`The next ${comingDays} days`}
      silentRefetch
      query={read}
      skeleton={<TableSkeleton rows={4} columns={2} />}
      isEmpty={({ results }) => results.length === 0}
      empty={{
        title: 'Nothing unusual is coming',
        text: 'Events that you add, closed days and holidays appear here.',
      }}
    >
      {({ results }) => (
        <ul>
          {[...Map.groupBy(results, ({ date }) => date)].map(([date, occasions]) => (
            <Day key={date} {...{ date, occasions }} />
          ))}
        </ul>
      )}
    </DataPanel>
  );
}

function Day({ date, occasions }: { date: LocalDate; occasions: readonly ComingOccasion[] }) {
  return (
    <li className={classes.comingDay}>
      <span className="ui-dimmed">{formatWeekday(date)}</span>
      <ul>
        {occasions.map((occasion) => (
          <li key={`${occasion.kind} ${occasion.name}`} className={classes.occasion}>
            <span className={classes.occasionName}>{occasion.name}</span>{' '}
            <Tag tone={occasion.kind === 'closed' ? 'red' : 'gray'}>{kindNames[occasion.kind]}</Tag>
            <span className={classes.places}>{describePlaces(occasion)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

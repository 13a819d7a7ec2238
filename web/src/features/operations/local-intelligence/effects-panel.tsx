import type {
  DemandEffect,
  LocalIntelligence,
} from '@lotkeeper/contract/operations/local-intelligence';
import { fewestDays } from '@lotkeeper/contract/operations/local-intelligence';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { formatDate, formatPercent } from '../../../kernel/format.ts';
import type { Change } from '../../../ui/charts/change-bars.tsx';
import { ChangeBar, changeScale, formatChange } from '../../../ui/charts/change-bars.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Certainty, IntelligencePanel } from './intelligence-panel.tsx';
import classes from './local-intelligence.module.css';
import { clearest, isFirm, isTooYoung, timesText } from './local-intelligence.rules.ts';

/** The clearest effects come first, so the rest can wait. */
const shownAtFirst = 8;

interface PanelProps {
  spot: SpotSummary;
  money: boolean;
}

const notYet = (text: string) => ({ icon: CalendarClock, title: 'Not enough days yet', text });

const young = `Effects appear here after ${fewestDays} days with rentals at this property.`;

/** How each holiday affected demand. */
export function HolidayEffects({ spot, money }: PanelProps) {
  return (
    <IntelligencePanel
      title="Holidays"
      spot={spot}
      empty={(data) => {
        if (isTooYoung(data)) return notYet(young);
        return data.holidays.length === 0
          ? notYet('No past holiday has ordinary days around it to compare with yet.')
          : null;
      }}
    >
      {({ holidays }) => (
        <Effects
          effects={holidays}
          unit="years"
          name="Holiday"
          summary={clearest(holidays, 'years') ?? 'No holiday has a clear effect so far.'}
          money={money}
        />
      )}
    </IntelligencePanel>
  );
}

/** How each event affected demand. */
export function EventEffects({ spot, money }: PanelProps) {
  return (
    <IntelligencePanel
      title="Events"
      spot={spot}
      empty={(data) => {
        if (isTooYoung(data)) return notYet(young);
        return data.events.length === 0 ? notYet(noEvents(data)) : null;
      }}
    >
      {(data) => (
        <Effects
          effects={data.events}
          unit="times"
          name="Event"
          summary={clearest(data.events, 'times') ?? 'No event has a clear effect so far.'}
          money={money}
        >
          {data.more_events > 0 ? ` ${data.more_events} more are less clear.` : ''}
          {regularText(data)}
        </Effects>
      )}
    </IntelligencePanel>
  );
}

const regularText = ({ regular_events }: LocalIntelligence) =>
  regular_events.length === 0
    ? ''
    : ` Part of every week, so there is nothing to compare with: ${regular_events.join(', ')}.`;

const noEvents = (data: LocalIntelligence) =>
  `No event of one day or of a month has passed yet that has ordinary days around it.${regularText(data)}`;

interface EffectsProps {
  effects: readonly DemandEffect[];
  unit: 'years' | 'times';
  name: string;
  summary: string;
  money: boolean;
  children?: ReactNode;
}

const toChange = ({ change, low, high, confidence }: DemandEffect): Change => ({
  value: change,
  low,
  high,
  firm: isFirm(confidence),
});

function Effects(props: EffectsProps) {
  const { name, summary, children } = props;
  const [all, setAll] = useState(false);
  const effects = all ? props.effects : props.effects.slice(0, shownAtFirst);
  return (
    <>
      <p className={classes.note}>
        <strong className={classes.lead}>{summary}</strong>
        {children} Rentals are compared with the same weekdays around the day. The line shows the
        range; outlined bars may be chance.
      </p>
      <DataTable
        caption={`How each ${name.toLowerCase()} affects demand`}
        rows={effects}
        rowKey={(effect) => effect.name}
        columns={columnsFor(props, changeScale(props.effects.map(toChange)))}
      />
      {effects.length < props.effects.length ? (
        <Button variant="default" className="ui-top-wide" onClick={() => setAll(true)}>
          {`Show all ${props.effects.length} ${name.toLowerCase()}s`}
        </Button>
      ) : null}
    </>
  );
}

const columnsFor = (
  { name, unit, money }: EffectsProps,
  scale: ReturnType<typeof changeScale>,
): readonly DataColumn<DemandEffect>[] => [
  {
    key: 'name',
    header: name,
    primary: true,
    render: (effect) => <span className={classes.names}>{effect.name}</span>,
  },
  {
    key: 'change',
    header: 'Rentals started',
    render: (effect) => <ChangeBar change={toChange(effect)} scale={scale} />,
  },
  { key: 'times', header: 'Seen', render: (effect) => timesText(effect, unit) },
  {
    key: 'ordinary',
    header: 'Ordinary days vary by',
    align: 'right',
    render: ({ ordinary }) => (ordinary === null ? '–' : formatPercent(ordinary, 0)),
  },
  ...(money
    ? [
        {
          key: 'net',
          header: 'Net revenue',
          align: 'right',
          render: ({ net_change }: DemandEffect) =>
            typeof net_change === 'number' ? formatChange(net_change) : '–',
        } as const,
      ]
    : []),
  { key: 'last', header: 'Last', render: ({ last_date }) => formatDate(last_date) },
  {
    key: 'confidence',
    header: 'How sure',
    render: ({ confidence }) => <Certainty confidence={confidence} />,
  },
];

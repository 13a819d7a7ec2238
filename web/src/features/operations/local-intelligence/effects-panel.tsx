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
import { ChangeBars, formatChange } from '../../../ui/charts/change-bars.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Certainty, IntelligencePanel } from './intelligence-panel.tsx';
import classes from './local-intelligence.module.css';
import { clearest, effectText, isFirm, isTooYoung } from './local-intelligence.rules.ts';

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

function Effects(props: {
  effects: readonly DemandEffect[];
  unit: 'years' | 'times';
  name: string;
  summary: string;
  money: boolean;
  children?: ReactNode;
}) {
  const { unit, name, summary, money, children } = props;
  const [all, setAll] = useState(false);
  const effects = all ? props.effects : props.effects.slice(0, shownAtFirst);
  return (
    <>
      <p className={classes.note}>
        <strong className={classes.lead}>{summary}</strong>
        {children}
      </p>
      <ChangeBars
        title={`Change in rentals started by ${name.toLowerCase()}`}
        caption="The line shows the range from lowest to highest; outlined bars may be chance."
        categoryLabel={name}
        categories={effects.map((effect) => ({ key: effect.name, label: effect.name }))}
        changes={effects.map(({ change, low, high, confidence }) => ({
          value: change,
          low,
          high,
          firm: isFirm(confidence),
        }))}
        {...(money && {
          more: [
            {
              key: 'net',
              label: 'Net revenue',
              values: effects.map(({ net_change }) => net_change ?? null),
            },
          ],
        })}
      />
      <div className={classes.table}>
        <DataTable
          caption={`How each ${name.toLowerCase()} affects demand`}
          rows={effects}
          rowKey={(effect) => effect.name}
          columns={columnsFor(name, unit, money)}
        />
      </div>
      {effects.length < props.effects.length ? (
        <Button variant="default" className={classes.all ?? ''} onClick={() => setAll(true)}>
          {`Show all ${props.effects.length} ${name.toLowerCase()}s`}
        </Button>
      ) : null}
    </>
  );
}

const columnsFor = (
  name: string,
  unit: 'years' | 'times',
  money: boolean,
): readonly DataColumn<DemandEffect>[] => [
  {
    key: 'name',
    header: name,
    primary: true,
    render: (effect) => <span className={classes.names}>{effect.name}</span>,
  },
  {
    key: 'meaning',
    header: 'Effect',
    render: (effect) => <span className={classes.names}>{effectText(effect, unit)}</span>,
  },
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

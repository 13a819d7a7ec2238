import type { ExperimentDay, Rate } from '@lotkeeper/contract/operations/rates';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { formatDate, formatMoneyShort } from '../../../kernel/format.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './rates.module.css';
import { curveWords, intervalNames, modelTexts, priceWords } from './rates.rules.ts';
import { StayPreview } from './stay-preview.tsx';

function listFacts(rate: Rate, dailyMin: Spot['daily_min']): [name: string, value: string][] {
  const curve = curveWords(rate.curve);
  return [
    ['Pricing model', modelTexts[rate.pricing_model_type].label],
    ['Price', priceWords(rate)],
    ...(curve.length > 0 ? [['Curve', curve.join('; ')] as [string, string]] : []),
    [
      'Daily maximum',
      rate.dynamic_daily_max === null ? '–' : formatMoneyShort(rate.dynamic_daily_max),
    ],
    // Only hourly rates have a minimum, and it's the property's.
    ...(rate.unit === 'hour' && dailyMin !== null
      ? [['Daily minimum', `${formatMoneyShort(dailyMin)} (of the property)`] as [string, string]]
      : []),
    ['Interval', intervalNames[rate.interval]],
    ['Priority', String(rate.priority)],
    ['First day', formatDate(rate.start_date)],
    ['Last day', rate.end_date === null ? 'None' : formatDate(rate.end_date)],
  ];
}

/** A rate with all its settings, and what stays cost. */
export function RateDetails(props: {
  rate: Rate;
  spot: Pick<Spot, 'daily_min' | 'display_daily_max'>;
  onEdit: () => void;
  onDelete: () => void;
  onClose: () => void;
}) {
  const { rate } = props;
  return (
    <Dialog label={rate.name} size="table" onClose={props.onClose}>
      <h2 className="ui-bottom-wide">
        <UserText>{rate.name}</UserText>
      </h2>
      <dl className={classes.facts}>
        {listFacts(rate, props.spot.daily_min).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <StayPreview rate={rate} spot={props.spot} />
      <div className={form.buttons}>
        <Button color="red" variant="outline" className={classes.delete} onClick={props.onDelete}>
          Delete rate
        </Button>
        <Button variant="default" onClick={props.onClose}>
          Close
        </Button>
        <Button onClick={props.onEdit}>Edit rate</Button>
      </div>
    </Dialog>
  );
}

export function ExperimentDetails(props: { experiment: ExperimentDay; onClose: () => void }) {
  const { name, segments } = props.experiment;
  const rest = 100 - segments.reduce((total, { percentage }) => total + percentage, 0);
  return (
    <Dialog label={name} size="table" onClose={props.onClose}>
      <h2 className="ui-bottom-wide">
        <UserText>{name}</UserText>
      </h2>
      <DataTable
        caption={`Segments of ${name}`}
        rows={segments}
        rowKey={(segment) => segment.uuid}
        empty={<p className="ui-bottom-wide">This experiment has no segments.</p>}
        columns={[
          {
            key: 'name',
            header: 'Segment',
            primary: true,
            render: (segment) => <UserText>{segment.name}</UserText>,
          },
          {
            key: 'percentage',
            header: 'Share',
            align: 'right',
            render: (segment) => `${segment.percentage}%`,
          },
          {
            key: 'rates',
            header: 'Rates',
            align: 'right',
            render: (segment) => segment.rates.map(priceWords).join(', '),
          },
        ]}
      />
      {rest > 0 ? (
        <p className={classes.rest}>
          {segments.length > 0 ? `The other ${rest}%` : 'All'} of drivers get the rates of the
          property.
        </p>
      ) : null}
      <div className={form.buttons}>
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

import type { TimelineEvent, TimelinePicture } from '@lotkeeper/contract/cars/timeline';
import type { FigureMeasure } from '@lotkeeper/contract/money/figures';
import type { LucideIcon } from 'lucide-react';
import {
  Banknote,
  CalendarDays,
  Camera,
  CircleDot,
  ShieldCheck,
  Tag,
  UsersRound,
  Wrench,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatMoney, formatMoneyShort } from '../../../kernel/format.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { PictureGallery } from '../../../ui/media/picture-gallery.tsx';
import classes from './timeline.module.css';
import { formatTimes } from './timeline.rules.ts';

const maxThumbnails = 5;

const icons: Partial<Record<string, LucideIcon>> = {
  daily_revenue: Banknote,
  enforcement: ShieldCheck,
  snapshot: Camera,
  maintenance: Wrench,
  price_change: Tag,
  event: CalendarDays,
  team_change: UsersRound,
};

type Of<Kind extends 'daily_revenue' | 'enforcement'> = Extract<
  TimelineEvent,
  { event: Kind }
>['details'];
type EventDetails = Exclude<TimelineEvent, { event: 'daily_revenue' | 'enforcement' }>['details'];

export interface TimelineSpot {
  pk: number;
  organization: number;
  timezone: string;
}

type LinkTo = (measure: FigureMeasure) => (value: ReactNode) => ReactNode;

/** One entry of a day. An unknown kind shows its title and time. */
export function Entry(props: { event: TimelineEvent; spot: TimelineSpot; day: string }) {
  const { event, spot, day } = props;
  const linkTo: LinkTo = (measure) =>
    linkToSpotFigure(spot, { measure, startDate: day, endDate: day });
  const Icon = icons[event.event] ?? CircleDot;
  return (
    <div className={classes.entry} data-kind={event.event}>
      <span className={classes.icon} aria-hidden>
        <Icon size={18} />
      </span>
      <div className={classes.body}>
        {event.event === 'daily_revenue' ? <Revenue event={event.details} linkTo={linkTo} /> : null}
        {event.event === 'enforcement' ? (
          <Enforcement event={event.details} linkTo={linkTo} />
        ) : null}
        {'title' in event.details ? (
          <Happening event={event.details} timestamp={event.timestamp} timezone={spot.timezone} />
        ) : null}
      </div>
    </div>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Revenue({ event, linkTo }: { event: Of<'daily_revenue'>; linkTo: LinkTo }) {
  const { gmv, income, total_rentals } = event;
  return (
    <>
      <p className="ui-hidden">{gmv === undefined ? 'Daily rentals' : 'Daily revenue'}</p>
      <Facts>
        {gmv === undefined ? null : <Fact name="Gross" value={linkTo('gross')(formatMoney(gmv))} />}
        {income === undefined ? null : (
          <Fact name="Net" value={linkTo('net')(formatMoney(income))} />
        )}
        <Fact
          name="Rentals"
          value={
            gmv === undefined
              ? formatCount(total_rentals)
              : linkTo('rentals')(formatCount(total_rentals))
          }
        />
      </Facts>
    </>
  );
}

function Enforcement({ event, linkTo }: { event: Of<'enforcement'>; linkTo: LinkTo }) {
  const { autostarted_count, autostarted_revenue, images } = event;
  return (
    <>
      <p className="ui-hidden">Enforcement</p>
      <Facts>
        {autostarted_revenue === undefined ? null : (
          <Fact
            name="Enforcement"
            value={linkTo('enforcement')(formatMoney(autostarted_revenue))}
          />
        )}
        <Fact
          name="Enforced"
          value={
            autostarted_revenue === undefined
              ? formatCount(autostarted_count)
              : linkTo('enforcement')(formatCount(autostarted_count))
          }
        />
      </Facts>
      <Pictures name="Enforcement" pictures={images} />
    </>
  );
}

function Happening(props: { event: EventDetails; timestamp: number; timezone: string }) {
  const { event, timestamp, timezone } = props;
  return (
    <>
      <p className={classes.name}>
        {event.title}{' '}
        <span className="ui-note">{formatTimes(timestamp, event.until, timezone)}</span>
      </p>
      {event.description ? <p className={classes.text}>{event.description}</p> : null}
      {event.prices && event.prices.length > 0 ? (
        <Facts>
          {event.prices.map(({ name, before, after }) => (
            <Fact key={name} name={name} value={priceWords(before, after)} />
          ))}
        </Facts>
      ) : null}
      <Pictures name={event.title} pictures={event.images} />
    </>
  );
}

function priceWords(before: number | null, after: number | null): string {
  const price = (amount: number | null) => (amount === null ? 'none' : formatMoneyShort(amount));
  return before === null ? price(after) : `${price(before)} to ${price(after)}`;
}

/** An unknown kind may come without images. */
function Pictures({ name, pictures = [] }: { name: string; pictures?: TimelinePicture[] }) {
  if (pictures.length === 0) return null;
  return <PictureGallery name={name} pictures={pictures} most={maxThumbnails} />;
}

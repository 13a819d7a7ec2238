import { ticketStatuses } from '@lotkeeper/contract/cars/violations';
import { getSourceName } from '@lotkeeper/contract/money/custom-reports';
import { driverMessages } from '@lotkeeper/contract/people/drivers';
import type { Story } from '@lotkeeper/contract/trust/stories';
import { describeState } from '@lotkeeper/contract/trust/story-words';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatInstant, formatMoneyExact, formatPhone } from '../../../kernel/format.ts';
import { rentalTypeNames } from '../../../shared/entry-names.ts';
import { Plate } from '../../../ui/data/plate.tsx';
import { Hint } from '../../../ui/frame/hint.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import type { Tone } from '../../../ui/frame/tag.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './stories.module.css';

const tones: Record<keyof typeof ticketStatuses, Tone> = {
  Created: 'amber',
  Paid: 'green',
  Waived: 'gray',
};

function Fact(props: { name: string; isWide?: boolean; children: ReactNode }) {
  const { name, isWide = false, children } = props;
  return (
    <div className={isWide ? classes.wide : undefined}>
      <dt className="ui-note">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The story's subject at a glance. */
export function StorySummary({ story, organizationId }: { story: Story; organizationId: string }) {
  const { rental, car, violations, money, property } = story;
  const model = [car?.color, car?.make, car?.model].filter(Boolean).join(' ');
  return (
    <Panel title="Summary">
      <dl className={classes.facts}>
        {car ? (
          <Fact name="License Plate">
            <Plate {...car} />
          </Fact>
        ) : null}
        {money && money.entries.length > 0 ? (
          <>
            <Fact name="Total paid">
              {formatMoneyExact(money.totals.gross)}{' '}
              <span className="ui-dimmed">net {formatMoneyExact(money.totals.net)}</span>
            </Fact>
            {money.totals.refund > 0 ? (
              <Fact name="Refunded">{formatMoneyExact(money.totals.refund)}</Fact>
            ) : null}
          </>
        ) : null}
        {model ? (
          <Fact name="Car">
            <UserText>{model}</UserText>
          </Fact>
        ) : null}
        {rental ? <RentalFacts rental={rental} timezone={property.timezone} /> : null}
        {violations.map((violation) => (
          <Fact key={violation.pk} name="Violation">
            <span className="ui-tags">
              <Link
                to="/organization/$organizationId/spots/$spotId/violations"
                params={{ organizationId, spotId: String(property.pk) }}
                search={{ searchTerm: violation.code }}
              >
                {violation.code}
              </Link>
              <Tag tone={tones[violation.status]}>{ticketStatuses[violation.status]}</Tag>
              {formatMoneyExact(violation.amount)}
            </span>
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

type Rental = NonNullable<Story['rental']>;

function RentalFacts({ rental, timezone }: { rental: Rental; timezone: string }) {
  const at = (time: number) => formatInstant(time / 1000, timezone);
  const { end_date } = rental;
  return (
    <>
      <Fact name="Status">
        <span className="ui-tags">
          {describeState(rental, now())}
          {rental.paid ? null : <Tag tone="amber">Not paid</Tag>}
        </span>
      </Fact>
      <Fact name="Type">
        {rentalTypeNames[rental.rental_type]}
        {rental.auto_started ? ', started automatically' : ''}
      </Fact>
      <Fact name="Source">
        <UserText>{getSourceName(rental.source)}</UserText>
      </Fact>
      <Fact name="Start">{at(rental.start_date)}</Fact>
      <Fact name="End">{end_date === null ? 'No end' : at(end_date)}</Fact>
      <Fact name="Driver" isWide>
        <Driver rental={rental} />
      </Fact>
    </>
  );
}

/** The driver, as on the Drivers page. */
function Driver({ rental }: { rental: Rental }) {
  const { contact_shown, renter_name, renter_email, renter_phone } = rental;
  if (!contact_shown) {
    return (
      <span className="ui-dimmed">
        On request <Hint subject="the driver" text={driverMessages.contact} />
      </span>
    );
  }
  const phone = renter_phone && <span className="ui-nowrap">{formatPhone(renter_phone)}</span>;
  if (!renter_name && !renter_email && !phone) return '–';
  return (
    <>
      <UserText>{renter_name ?? ''}</UserText> {phone}{' '}
      <UserText className="ui-dimmed ui-wrap">{renter_email ?? ''}</UserText>
    </>
  );
}

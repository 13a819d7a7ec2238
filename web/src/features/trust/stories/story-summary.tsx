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

const tones: Record<keyof typeof ticketStatuses, Tone> = {
  Created: 'amber',
  Paid: 'green',
  Waived: 'gray',
};

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The story's subject at a glance. */
export function StorySummary({ story, organizationId }: { story: Story; organizationId: string }) {
  const { rental, car, violations, money, property } = story;
  const model = [car?.color, car?.make, car?.model].filter(Boolean).join(' ');
  return (
    <Panel title="Summary">
      <dl className="ui-facts">
        {car ? (
          <Fact name="License Plate">
            <Plate {...car} />
          </Fact>
        ) : null}
        {money && money.entries.length > 0 ? (
          <>
            <Fact name="Total paid">{formatMoneyExact(money.totals.gross)}</Fact>
            {money.totals.refund > 0 ? (
              <Fact name="Refunded">{formatMoneyExact(money.totals.refund)}</Fact>
            ) : null}
            <Fact name="Net">{formatMoneyExact(money.totals.net)}</Fact>
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
      <Fact name="Status">{describeState(rental, now())}</Fact>
      <Fact name="Type">
        {rentalTypeNames[rental.rental_type]}
        {rental.auto_started ? ', started automatically' : ''}
      </Fact>
      <Fact name="Source">
        <UserText>{getSourceName(rental.source)}</UserText>
      </Fact>
      <Fact name="Start">{at(rental.start_date)}</Fact>
      <Fact name="End">{end_date === null ? 'Open' : at(end_date)}</Fact>
      <Fact name="Paid">{rental.paid ? 'Yes' : 'No'}</Fact>
      <Fact name="Driver">
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
  const contact = [renter_name, renter_email, renter_phone && formatPhone(renter_phone)];
  const texts = contact.filter((text) => text !== null && text !== '');
  return texts.length === 0 ? '–' : <UserText>{texts.join(', ')}</UserText>;
}

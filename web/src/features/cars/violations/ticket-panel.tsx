import type { Ticket } from '@lotkeeper/contract/cars/violations';
import { ticketStatuses } from '@lotkeeper/contract/cars/violations';
import { formatInstant, formatMoneyShort } from '../../../kernel/format.ts';
import { LinkButton } from '../../../shared/link-button.tsx';
import { StoryLink } from '../../../shared/story-link.tsx';
import {
  EvidenceFacts,
  Fact,
  Facts,
  statusTones,
  TicketPictures,
} from '../../../shared/ticket-evidence.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';

/** A violation with its state and its evidence; an open one can be waived. */
export function TicketPanel(props: {
  ticket: Ticket;
  spot: { organization: number; pk: number; timezone: string };
  onWaive: () => void;
}) {
  const { ticket, onWaive } = props;
  const { organization, pk, timezone } = props.spot;
  const at = (moment: number | string) => formatInstant(moment, timezone);
  return (
    <Panel
      title={`Violation ${ticket.code}`}
      actions={
        ticket.status === 'Created' ? (
          <>
            <LinkButton
              to="/organization/$organizationId/spots/$spotId/violations/$code"
              params={{
                organizationId: String(organization),
                spotId: String(pk),
                code: ticket.code,
              }}
            >
              Print notice<span className="ui-hidden"> of violation {ticket.code}</span>
            </LinkButton>
            <Button aria-label={`Waive violation ${ticket.code}`} onClick={onWaive}>
              Waive
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="ui-columns">
        <Facts>
          <Fact name="Status">
            <Tag tone={statusTones[ticket.status]}>{ticketStatuses[ticket.status]}</Tag>
          </Fact>
          <Fact name="License Plate">
            <StoryLink organization={organization} subject="violation" id={ticket.uuid}>
              <Plate {...ticket} />
            </StoryLink>
          </Fact>
          <Fact name="Penalty">{formatMoneyShort(ticket.amount)}</Fact>
          <Fact name="Created">{at(ticket.created_at)}</Fact>
          {ticket.status === 'Waived' ? <Waiver ticket={ticket} at={at} /> : null}
          {ticket.evidence ? <EvidenceFacts evidence={ticket.evidence} at={at} /> : null}
        </Facts>
        <TicketPictures ticket={ticket} />
      </div>
    </Panel>
  );
}

type At = (moment: number | string) => string;

function Waiver({ ticket, at }: { ticket: Ticket; at: At }) {
  const { waived_reason, waived_by, waived_at } = ticket;
  return (
    <>
      {waived_reason ? <Fact name="Reason">{waived_reason}</Fact> : null}
      {waived_at === null ? null : (
        <Fact name="Waived">
          {at(waived_at)} {waived_by ? `by ${waived_by}` : 'under the enforcement rules'}
        </Fact>
      )}
    </>
  );
}

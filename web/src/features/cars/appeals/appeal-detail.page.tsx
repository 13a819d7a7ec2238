import type { AppealDetail } from '@lotkeeper/contract/cars/appeals';
import {
  appealReasons,
  appealRules,
  appealStates,
  assignAppeal,
  getAppeal,
  listAppeals,
} from '@lotkeeper/contract/cars/appeals';
import { getTicketByCode, listTickets, ticketStatuses } from '@lotkeeper/contract/cars/violations';
import { pickShown } from '../../../kernel/changes.ts';
import {
  formatDateLong,
  formatInstant,
  formatMoneyExact,
  formatPhone,
} from '../../../kernel/format.ts';
import { markStale, useRead, useSend } from '../../../kernel/queries.ts';
import { useSends } from '../../../kernel/session.tsx';
import { LinkButton } from '../../../shared/link-button.tsx';
import { StoryLink } from '../../../shared/story-link.tsx';
import {
  EvidenceFacts,
  Fact,
  Facts,
  statusTones,
  TicketPictures,
} from '../../../shared/ticket-evidence.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import { PictureGallery } from '../../../ui/media/picture-gallery.tsx';
import { describeAnswer, describeUntold, stateTones } from './appeal-words.ts';
import { Words } from './words.tsx';

const DecisionDialog = lazyDialog(() => import('./decision-dialog.tsx'));

/** The reads that a decision changes. */
const changedReads = [getAppeal, listAppeals, getTicketByCode, listTickets] as const;

/** One appeal: the evidence beside the driver's words, who deals with it, and the decision. */
export function AppealDetailPage(props: { organizationId: string; appeal: string }) {
  const { organizationId, appeal } = props;
  const params = { id: organizationId, appeal };
  const query = useRead(getAppeal, { params });
  const { dialog, notice, open, close, done } = useDialog<'decide'>();
  const data = query.data;
  const sends = useSends();
  return (
    <>
      <PageHeader
        title={data ? `Appeal of ${data.code}` : 'Appeal'}
        subtitle={data ? `${data.spot.name}, ${formatMoneyExact(data.amount)}` : undefined}
        actions={
          <>
            <LinkButton to="/organization/$organizationId/appeals" params={{ organizationId }}>
              All appeals
            </LinkButton>
            {data?.state === 'open' ? <Button onClick={() => open('decide')}>Decide</Button> : null}
          </>
        }
      />
      <Notice text={notice} />
      <DataPanel query={query} skeleton={<TableSkeleton rows={6} columns={2} />}>
        {(detail) => (
          <div className="ui-stack">
            <State detail={detail} params={params} untold={describeUntold(detail, sends)} />
            <div className="ui-columns">
              <DriverPanel detail={detail} />
              <EvidencePanel detail={detail} organization={Number(organizationId)} />
            </div>
            <History detail={detail} />
          </div>
        )}
      </DataPanel>
      {dialog === 'decide' && data ? (
        <DecisionDialog
          organizationId={organizationId}
          appeal={data}
          onDone={() => {
            markStale(changedReads);
            done(describeAnswer(data, sends));
          }}
          onConflict={() => markStale(changedReads)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

const nobody = 'nobody';

function State(props: {
  detail: AppealDetail;
  params: { id: string; appeal: string };
  untold: string | null;
}) {
  const { detail, params, untold } = props;
  const assign = useSend(assignAppeal, [getAppeal, listAppeals]);
  const { state, due_on, overdue, assignee, staff, answer } = detail;
  const options = [
    { value: nobody, label: 'Nobody' },
    ...staff.map(({ pk, name }) => ({ value: String(pk), label: name })),
  ];
  return (
    <Panel title="State" actions={<Tag tone={stateTones[state]}>{appealStates[state]}</Tag>}>
      <Facts>
        {state === 'open' ? (
          <>
            <Fact name="Due">
              {formatDateLong(due_on)} {overdue ? <Tag tone="red">Overdue</Tag> : null}
            </Fact>
            <Fact name="Assigned to">
              <div className="ui-search">
                <SearchSelect
                  ariaLabel="Assigned to"
                  options={options}
                  value={assignee ? String(assignee.pk) : nobody}
                  onChoose={(chosen) =>
                    assign.mutate({
                      params,
                      body: {
                        person: chosen === nobody ? null : Number(chosen),
                        shown: pickShown(assignAppeal, detail),
                      },
                    })
                  }
                />
              </div>
            </Fact>
          </>
        ) : (
          <>
            <Fact name="Amount">
              {detail.first_amount === detail.amount
                ? formatMoneyExact(detail.amount)
                : `${formatMoneyExact(detail.amount)}, before ${formatMoneyExact(detail.first_amount)}`}
            </Fact>
            {untold && answer !== null ? <Fact name="Answer to the driver">{untold}</Fact> : null}
          </>
        )}
      </Facts>
      {answer ? (
        <Words name="Answer" isAnswer>
          {answer}
        </Words>
      ) : null}
      <FormFailure error={assign.error} action={assignAppeal.failure} />
    </Panel>
  );
}

function DriverPanel({ detail }: { detail: AppealDetail }) {
  const { reason, text, email, phone, language, images, sent_at, spot } = detail;
  return (
    <Panel title="The driver’s appeal">
      <div className="ui-stack">
        <Facts>
          <Fact name="Sent">{formatInstant(sent_at / 1000, spot.timezone)}</Fact>
          <Fact name="Reason">{appealReasons[reason]}</Fact>
          {email ? <Fact name="Email">{email}</Fact> : null}
          {phone ? <Fact name="Phone">{formatPhone(phone)}</Fact> : null}
          {language === 'es' ? (
            <Fact name="Language">Spanish. Messages to the driver are in Spanish, too.</Fact>
          ) : null}
        </Facts>
        <Words name="What happened">{text}</Words>
        {images.length > 0 ? (
          <PictureGallery
            name={`the appeal of ${detail.code}`}
            pictures={images.map(({ url }) => ({ url, thumbnail_url: url }))}
            most={appealRules.maxImages}
          />
        ) : (
          <p className="ui-note">The driver sent no images.</p>
        )}
      </div>
    </Panel>
  );
}

function EvidencePanel(props: { detail: AppealDetail; organization: number }) {
  const { ticket, spot } = props.detail;
  const at = (moment: number | string) => formatInstant(moment, spot.timezone);
  return (
    <Panel title="Evidence">
      <div className="ui-stack">
        <Facts>
          <Fact name="Status">
            <Tag tone={statusTones[ticket.status]}>{ticketStatuses[ticket.status]}</Tag>
          </Fact>
          <Fact name="License plate">
            <StoryLink organization={props.organization} subject="violation" id={ticket.uuid}>
              <Plate {...ticket} />
            </StoryLink>
          </Fact>
          <Fact name="Created">{at(ticket.created_at)}</Fact>
          {ticket.evidence ? <EvidenceFacts evidence={ticket.evidence} at={at} /> : null}
        </Facts>
        <TicketPictures ticket={ticket} />
      </div>
    </Panel>
  );
}

type HistoryEvent = AppealDetail['history'][number];

function describeEvent({ event, person, assignee }: HistoryEvent, detail: AppealDetail): string {
  switch (event) {
    case 'sent':
      return 'The driver sent the appeal';
    case 'assigned':
      return `${person} assigned it to ${assignee}`;
    case 'unassigned':
      return `${person} assigned it to nobody`;
    default:
      return `${person} decided: ${appealStates[detail.state].toLowerCase()}`;
  }
}

function History({ detail }: { detail: AppealDetail }) {
  return (
    <Panel title="History">
      <ol className="ui-lines">
        {detail.history.map((entry) => (
          <li className="ui-spread" key={`${entry.event} ${entry.at}`}>
            <span>{describeEvent(entry, detail)}</span>
            <time className="ui-note">{formatInstant(entry.at / 1000, detail.spot.timezone)}</time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

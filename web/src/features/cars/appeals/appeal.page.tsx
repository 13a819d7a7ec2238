import type { Notice } from '@lotkeeper/contract/cars/appeals';
import { appealMessages, findNotice } from '@lotkeeper/contract/cars/appeals';
import { ticketStatuses } from '@lotkeeper/contract/cars/violations';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../kernel/api.ts';
import { formatDateLong, formatInstant, formatMoneyExact } from '../../../kernel/format.ts';
import { queryClient, useSend } from '../../../kernel/queries.ts';
import {
  EvidenceFacts,
  Fact,
  Facts,
  statusTones,
  TicketPictures,
} from '../../../shared/ticket-evidence.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Panel } from '../../../ui/frame/panel.tsx';
import { PublicPage } from '../../../ui/frame/public-page.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { FreshPictures } from '../../../ui/media/fresh-pictures.tsx';
import classes from './appeal.module.css';
import { AppealForm } from './appeal-form.tsx';
import { OwnAppeal } from './own-appeal.tsx';

/** The page named on a notice: a driver sees the evidence of their violation, and appeals it. */
export function AppealPage({ code }: { code: string }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  return (
    <QueryClientProvider client={queryClient}>
      <PublicPage
        title="Appeal a Violation"
        subtitle="See what a violation is based on, and tell the operator if it’s wrong. You need no account."
      >
        {notice ? (
          <YourViolation notice={notice} onChange={setNotice} onLeave={() => setNotice(null)} />
        ) : (
          <FindForm code={code} onFound={setNotice} />
        )}
      </PublicPage>
    </QueryClientProvider>
  );
}

function FindForm({ code, onFound }: { code: string; onFound: (notice: Notice) => void }) {
  const find = useSend(findNotice);
  const form = useForm({
    initial: { code, plate: '' },
    validate: (values) => findProblems(findNotice.body, values),
    send: find,
    onSubmit: (body) => find.mutate({ body }, { onSuccess: onFound }),
  });
  return (
    <Panel>
      <Form form={form} submit="Find my violation">
        <TextInput
          label="Violation number"
          description="It’s on your notice."
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          required
          {...form.text('code')}
        />
        <TextInput
          label="License plate"
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          required
          {...form.text('plate')}
        />
      </Form>
    </Panel>
  );
}

function YourViolation(props: {
  notice: Notice;
  onChange: (notice: Notice) => void;
  onLeave: () => void;
}) {
  const { notice, onChange, onLeave } = props;
  const { ticket, property, timezone, appeal } = notice;
  const [failure, setFailure] = useState('');
  const { code, plate } = ticket;
  const refresh = async () => onChange(await call(findNotice, { body: { code, plate } }));
  const at = (moment: number | string) => formatInstant(moment, timezone);
  return (
    <>
      {appeal ? <OwnAppeal notice={notice} onChange={onChange} /> : null}
      <FailureText>{failure}</FailureText>
      <Panel
        title={`Violation ${ticket.code}`}
        actions={
          <Button variant="default" onClick={onLeave}>
            Look up another
          </Button>
        }
      >
        <div className={classes.ticket}>
          <Facts>
            <Fact name="Status">
              <Tag tone={statusTones[ticket.status]}>{ticketStatuses[ticket.status]}</Tag>
            </Fact>
            <Fact name="Amount">{formatMoneyExact(ticket.amount)}</Fact>
            <Fact name="License plate">{`${ticket.plate} ${ticket.state ?? ''}`.trim()}</Fact>
            <Fact name="Property">{property}</Fact>
            <Fact name="Created">{at(ticket.created_at)}</Fact>
            {notice.appeal_by && !appeal ? (
              <Fact name="Appeal by">{formatDateLong(notice.appeal_by)}</Fact>
            ) : null}
            {ticket.evidence ? <EvidenceFacts evidence={ticket.evidence} at={at} /> : null}
          </Facts>
          <FreshPictures refetch={refresh}>
            <TicketPictures ticket={ticket} />
          </FreshPictures>
        </div>
        {notice.wording ? <p className={classes.wording}>{notice.wording}</p> : null}
      </Panel>
      {appeal || ticket.status !== 'Created' ? null : (
        <AppealForm notice={notice} onSent={onChange} onFailure={setFailure} />
      )}
      {!appeal && ticket.status !== 'Created' ? (
        <p role="status">{appealMessages.notOpen[ticket.status]}</p>
      ) : null}
    </>
  );
}

import type { Notice } from '@lotkeeper/contract/cars/appeals';
import { appealMessages, findNotice } from '@lotkeeper/contract/cars/appeals';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCallback, useState } from 'react';
import { call } from '../../../kernel/api.ts';
import { keptInTab } from '../../../kernel/kept.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import { queryClient, useSend } from '../../../kernel/queries.ts';
import { DriverLanguage, Operator } from '../../../shared/driver-language.tsx';
import { formatPlate } from '../../../shared/plate-text.ts';
import {
  EvidenceFacts,
  Fact,
  Facts,
  statusTones,
  TicketPictures,
} from '../../../shared/ticket-evidence.tsx';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Panel } from '../../../ui/frame/panel.tsx';
import { PublicPage } from '../../../ui/frame/public-page.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { FreshPictures } from '../../../ui/media/fresh-pictures.tsx';
import classes from './appeal.module.css';
import { AppealForm } from './appeal-form.tsx';
import { appealSpanish } from './appeal-spanish.ts';
import { appealTexts } from './appeal-texts.ts';
import { OwnAppeal } from './own-appeal.tsx';
import { PayPanel } from './pay-panel.tsx';
import { useImageSending } from './use-image-sending.ts';

/** The page named on a notice: a driver sees the evidence of their violation, and appeals it. */
export function AppealPage({ code }: { code: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <DriverLanguage spanish={appealSpanish}>
        {(languageSwitch) => <FindOrAppeal code={code} languageSwitch={languageSwitch} />}
      </DriverLanguage>
    </QueryClientProvider>
  );
}

/** The violation that this tab shows. */
const lastFound = 'appeal-of';

function FindOrAppeal({ code, languageSwitch }: { code: string; languageSwitch: ReactNode }) {
  const { title, subtitle } = useTexts(appealTexts);
  const [notice, setNotice] = useState<Notice | null>(null);
  const found = (one: Notice) => {
    const { code: number, plate } = one.ticket;
    keptInTab.keep(lastFound, JSON.stringify({ code: number, plate }));
    setNotice(one);
  };
  const leave = () => {
    keptInTab.forget(lastFound);
    setNotice(null);
  };
  return (
    <PublicPage title={title} subtitle={subtitle} beside={languageSwitch}>
      {notice ? (
        <YourViolation notice={notice} onChange={setNotice} onLeave={leave} />
      ) : (
        <FindForm code={code} onFound={found} />
      )}
    </PublicPage>
  );
}

function FindForm({ code, onFound }: { code: string; onFound: (notice: Notice) => void }) {
  const texts = useTexts(appealTexts);
  const find = useSend(findNotice);
  const form = useForm({
    initial: { code, plate: '' },
    validate: (values) => findProblems(findNotice.body, values),
    send: find,
    onSubmit: (body) => find.mutate({ body }, { onSuccess: onFound }),
  });
  // After a reload the driver goes on where they were.
  useRunOnce(() => {
    const last = keptInTab.readJson(lastFound) as { code: string; plate: string } | null;
    if (!last || (code && code !== last.code)) return;
    form.set(last);
    find.mutate({ body: last }, { onSuccess: onFound });
  });
  return (
    <Panel>
      <Form form={form} submit={texts.find}>
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          required
          {...form.text('code')}
        />
        <TextInput
          label={texts.plate}
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
  const { ticket, operator, property, timezone, appeal } = notice;
  const texts = useTexts(appealTexts);
  const { formatDay, formatInstant, formatMoney } = useFormats();
  const { translate } = useSpeech();
  const sending = useImageSending(onChange);
  const [isNew, setIsNew] = useState(false);
  const { code, plate } = ticket;
  const refresh = useCallback(
    async () => onChange(await call(findNotice, { body: { code, plate } })),
    [onChange, code, plate],
  );
  const at = (moment: number | string) => formatInstant(moment, timezone);
  return (
    <>
      {appeal ? <OwnAppeal notice={notice} isNew={isNew} sending={sending} /> : null}
      <Panel
        title={texts.violation(ticket.code)}
        actions={
          <Button variant="default" onClick={onLeave}>
            {texts.another}
          </Button>
        }
      >
        <div className={classes.ticket}>
          <Facts>
            <Fact name={texts.status}>
              <Tag tone={statusTones[ticket.status]}>{texts.statuses[ticket.status]}</Tag>
            </Fact>
            <Fact name={texts.amount}>{formatMoney(ticket.amount)}</Fact>
            <Fact name={texts.plate}>{formatPlate(ticket)}</Fact>
            <Fact name={texts.property}>{property}</Fact>
            <Fact name={texts.created}>{at(ticket.created_at)}</Fact>
            {notice.appeal_by && !appeal ? (
              <Fact name={texts.appealBy}>{formatDay(notice.appeal_by)}</Fact>
            ) : null}
            {ticket.evidence ? <EvidenceFacts evidence={ticket.evidence} at={at} /> : null}
          </Facts>
          <FreshPictures refetch={refresh}>
            <TicketPictures ticket={ticket} />
          </FreshPictures>
        </div>
        {notice.wording ? (
          <p className={classes.wording} lang="en">
            {notice.wording}
          </p>
        ) : null}
        <Operator name={operator} />
      </Panel>
      <PayPanel notice={notice} onChange={onChange} refresh={refresh} />
      {appeal || ticket.status !== 'Created' ? null : (
        <div className="ui-screen">
          <AppealForm
            notice={notice}
            onSent={(sent, images) => {
              setIsNew(true);
              onChange(sent);
              if (images.length > 0) sending.send({ token: sent.token, images });
            }}
          />
        </div>
      )}
      {!appeal && ticket.status !== 'Created' ? (
        <p role="status">{translate(appealMessages.notOpen[ticket.status])}</p>
      ) : null}
    </>
  );
}

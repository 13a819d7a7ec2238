import type { Notice } from '@lotkeeper/contract/cars/appeals';
import { appealMessages, findNotice } from '@lotkeeper/contract/cars/appeals';
import { useCallback, useState } from 'react';
import { call } from '../../../kernel/api.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import { Operator } from '../../../shared/driver-language.tsx';
import { formatPlate } from '../../../shared/plate-text.ts';
import {
  EvidenceFacts,
  Fact,
  Facts,
  statusTones,
  TicketPictures,
} from '../../../shared/ticket-evidence.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { FreshPictures } from '../../../ui/media/fresh-pictures.tsx';
import classes from './appeal.module.css';
import { AppealForm } from './appeal-form.tsx';
import { appealTexts } from './appeal-texts.ts';
import { OwnAppeal } from './own-appeal.tsx';
import { PayPanel } from './pay-panel.tsx';
import { useImageSending } from './use-image-sending.ts';

/** A driver's violation with its evidence, what to pay, and their appeal or the form for one. */
export function YourViolation(props: {
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
        {notice.wording ? <p lang="en">{notice.wording}</p> : null}
        <Operator name={operator} />
      </Panel>
      <PayPanel notice={notice} onChange={onChange} refresh={refresh} />
      {appeal || ticket.status !== 'Created' ? null : (
        <div className="ui-screen">
          <AppealForm
            notice={notice}
            onSent={(nextNotice, images) => {
              setIsNew(true);
              onChange(nextNotice);
              if (images.length > 0) sending.send({ token: nextNotice.token, images });
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

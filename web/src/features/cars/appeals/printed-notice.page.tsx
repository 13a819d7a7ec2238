import type { Notice } from '@lotkeeper/contract/cars/appeals';
import { appealPath, findNotice } from '@lotkeeper/contract/cars/appeals';
import { getTicketByCode } from '@lotkeeper/contract/cars/violations';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { TicketX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../../kernel/language.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import { joinReads, useRead } from '../../../kernel/queries.ts';
import { settings } from '../../../kernel/settings.ts';
import { InLanguage, Operator } from '../../../shared/driver-language.tsx';
import { formatPlate } from '../../../shared/plate-text.ts';
import { findPublicOrigin } from '../../../shared/public-origin.ts';
import { formatAddress } from '../../../shared/spot-address.ts';
import { evidenceTexts, Fact, Facts } from '../../../shared/ticket-evidence.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { appealTexts } from './appeal-texts.ts';
import classes from './printed-notice.module.css';
import { printedNoticeSpanish, printedNoticeTexts } from './printed-notice-texts.ts';

const QrCode = lazy(() => import('../../../ui/media/qr-code.tsx'));

interface PrintedNoticePageProps {
  spot: Pick<Spot, 'pk' | 'address'>;
  code: string;
}

/** A violation on one page of paper, for the windshield, in the words that its driver finds on the page it names. */
export function PrintedNoticePage({ spot, code }: PrintedNoticePageProps) {
  const ticket = useRead(getTicketByCode, { params: { code }, query: { spot: String(spot.pk) } });
  const { plate } = ticket.data ?? {};
  const notice = useRead(findNotice, plate === undefined ? null : { body: { code, plate } });
  return (
    <>
      <div className="ui-screen">
        <PageHeader
          title="Notice to Print"
          subtitle="One page for the windshield, in English and Spanish"
          actions={
            notice.data ? <Button onClick={() => globalThis.print()}>Print</Button> : undefined
          }
        />
      </div>
      <DataPanel
        query={{ ...joinReads([ticket, notice]), data: notice.data }}
        skeleton={<TableSkeleton rows={8} columns={2} />}
        isEmpty={({ ticket: { status } }) => status !== 'Created'}
        empty={{
          icon: TicketX,
          title: 'Nothing to print',
          text: 'This violation isn’t open any more.',
        }}
      >
        {(found) => <Sheet notice={found} address={formatAddress(spot)} />}
      </DataPanel>
    </>
  );
}

function Sheet({ notice, address }: { notice: Notice; address: string }) {
  const { code } = notice.ticket;
  const origin = findPublicOrigin(settings.public_url, globalThis.location.origin);
  const link = `${origin}${appealPath(code)}`;
  return (
    <article className={classes.sheet} aria-label={`Notice of violation ${code}`}>
      <header>
        <div>
          <h2>{notice.property}</h2>
          <p>{address}</p>
        </div>
        <div className={classes.code}>
          <Suspense fallback={null}>
            <QrCode text={link} label={`QR code of ${link}`} />
          </Suspense>
        </div>
      </header>
      {(['en', 'es'] as const).map((language) => (
        <InLanguage key={language} language={language} spanish={printedNoticeSpanish}>
          <section lang={language}>
            <NoticeWords notice={notice} page={`${origin}${appealPath()}`} />
          </section>
        </InLanguage>
      ))}
      {notice.wording ? <p>{notice.wording}</p> : null}
    </article>
  );
}

/** The notice in one language. */
function NoticeWords({ notice, page }: { notice: Notice; page: string }) {
  const { ticket, operator, timezone, appeal_by, takes_cards } = notice;
  const [texts, names] = [useTexts(printedNoticeTexts), useTexts(appealTexts)];
  const { unpaidFrom } = useTexts(evidenceTexts);
  const { formatDay, formatInstant, formatMoney } = useFormats();
  return (
    <>
      <h3>{texts.title}</h3>
      <Facts>
        <Fact name={names.code}>{ticket.code}</Fact>
        <Fact name={names.plate}>{formatPlate(ticket)}</Fact>
        <Fact name={names.amount}>{formatMoney(ticket.amount)}</Fact>
        <Fact name={names.created}>{formatInstant(ticket.created_at, timezone)}</Fact>
        {ticket.evidence ? (
          <Fact name={unpaidFrom}>{formatInstant(ticket.evidence.unpaid_from, timezone)}</Fact>
        ) : null}
        {appeal_by ? <Fact name={names.appealBy}>{formatDay(appeal_by)}</Fact> : null}
      </Facts>
      <p>{texts.why}</p>
      <p>
        {takes_cards ? texts.payOrAppeal : texts.seeOrAppeal(operator)}{' '}
        {texts.open(page.replace(/^https?:\/\//, ''))}
      </p>
      <Operator name={operator} />
    </>
  );
}

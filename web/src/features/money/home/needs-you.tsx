import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { listReceivables } from '@lotkeeper/contract/people/receivables';
import { listAlerts } from '@lotkeeper/contract/platform/alerts';
import type { ReactNode } from 'react';
import { localZone, now } from '../../../kernel/clock.ts';
import { formatDayTime, formatMoney, formatQuantity } from '../../../kernel/format.ts';
import { joinReads, useRead } from '../../../kernel/queries.ts';
import { linkToOrganizationPage } from '../../../shared/page-links.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { AlertLink, joinSentences } from '../../platform/alerts/public.ts';
import classes from './home.module.css';

interface Need {
  key: string | number;
  tone: 'red' | 'amber' | 'gray';
  title: ReactNode;
  detail: string | null;
}

/** More wouldn't be read; the rest is on Alerts. */
const maxNeeds = 5;

interface Answers {
  alerts: AnswerOf<typeof listAlerts>;
  owed: AnswerOf<typeof listReceivables>;
}

/** What is wrong, what waits, and what is owed, the worst first. */
function listNeeds(organizationId: string, { alerts, owed }: Answers): Need[] {
  const link = (page: string, text: string) =>
    linkToOrganizationPage(Number(organizationId), page)(text);
  const { plate_desk, appeals } = alerts.waiting;
  const open = alerts.open.map(
    ({ pk, title, path, cost_text, since, spot }): Need => ({
      key: pk,
      tone: 'red',
      title: <AlertLink path={path} title={title} />,
      detail: joinSentences(
        `Since ${formatDayTime(since, now(), spot?.timezone ?? localZone())}`,
        cost_text,
      ),
    }),
  );
  const waiting: Need[] = [
    ...(appeals > 0
      ? [
          {
            key: 'appeals',
            tone: 'amber' as const,
            title: link('appeals', formatQuantity(appeals, 'appeal')),
            detail: 'An answer is due',
          },
        ]
      : []),
    ...(plate_desk > 0
      ? [
          {
            key: 'desk',
            tone: 'amber' as const,
            title: link('plate-desk', formatQuantity(plate_desk, 'car')),
            detail: 'Waiting at the Plate Desk',
          },
        ]
      : []),
    ...(owed.total_amount > 0
      ? [
          {
            key: 'owed',
            tone: 'gray' as const,
            title: link('who-owes', `${formatMoney(owed.total_amount)} is owed`),
            detail: 'By drivers and tenants',
          },
        ]
      : []),
  ];
  return [...open.slice(0, maxNeeds - waiting.length), ...waiting];
}

/** The few things that need a person, for Admins. */
export function NeedsYou({ organizationId }: { organizationId: string }) {
  const alerts = useRead(listAlerts, { params: { id: organizationId } }, { refreshEvery: 60 });
  const owed = useRead(listReceivables, { query: { organization: organizationId, page: 1 } });
  const data =
    alerts.data && owed.data
      ? listNeeds(organizationId, { alerts: alerts.data, owed: owed.data })
      : undefined;
  return (
    <DataPanel
      title="Needs you"
      query={{ data, ...joinReads([alerts, owed]) }}
      silentRefetch
      skeleton={<TableSkeleton rows={4} columns={1} />}
      isEmpty={(needs) => needs.length === 0}
      empty={{ title: 'Nothing needs you now' }}
    >
      {(needs) => (
        <ul className={`${classes.needs} ui-divided`}>
          {needs.map(({ key, tone, title, detail }) => (
            <li key={key} data-tone={tone}>
              <strong>{title}</strong>
              {detail ? <span className="ui-note">{detail}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </DataPanel>
  );
}

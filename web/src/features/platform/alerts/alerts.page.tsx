import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { Profile } from '@lotkeeper/contract/people/session';
import type { Alert } from '@lotkeeper/contract/platform/alerts';
import { alertRules, listAlerts } from '@lotkeeper/contract/platform/alerts';
import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { useEffect } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatCount, formatDateLong, formatDayTime } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { useSends } from '../../../kernel/session.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { renderEmpty } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import { AlertRow, EndedAlert } from './alert-row.tsx';
import classes from './alerts.module.css';

const ChoicesDialog = lazyDialog(() => import('./choices-dialog.tsx'));
const LimitsDialog = lazyDialog(() => import('./limits-dialog.tsx'));
const PlatesDialog = lazyDialog(() => import('./plates-dialog.tsx'));

type Listed = AnswerOf<typeof listAlerts>;

/** How often the page looks again, in seconds: alerts open without anybody’s doing. */
const refreshEvery = 30;

/** The zone of alerts without a property: that of the first one that has a property, or the browser’s. */
const findZone = ({ open, ended }: Listed) =>
  [...open, ...ended].find(({ spot }) => spot !== null)?.spot?.timezone ??
  Intl.DateTimeFormat().resolvedOptions().timeZone;

const nothingWrong = {
  icon: BellRing,
  title: 'Nothing is wrong',
  text: 'Lotkeeper watches cameras, payouts, disputes, revenue, full properties, unexplained cars, appeals, imports, watched plates, seals, and backups. What is wrong appears here within a minute.',
};

/** Browsers change their addresses; who takes notifications here opens this page by a click on one. */
function useConfirmedBrowser() {
  useEffect(() => {
    if ('Notification' in window && Notification.permission === 'granted')
      import('../push-devices/public.ts')
        .then(({ confirmBrowser }) => confirmBrowser())
        .catch(() => undefined);
  }, []);
}

/** What is wrong now, what was wrong lately, and who is notified. */
export function AlertsPage({ organizationId }: { organizationId: string }) {
  const alerts = useRead(listAlerts, { params: { id: organizationId } }, { refreshEvery });
  const { dialog, notice, open, close, done } = useDialog<'choices' | 'limits' | 'plates'>();
  const props = { organizationId, onClose: close };
  useConfirmedBrowser();
  return (
    <>
      <PageHeader
        title="Alerts"
        subtitle="What is wrong now, and who is notified"
        actions={
          <>
            <Button variant="default" onClick={() => open('plates')}>
              Watched Plates
            </Button>
            <Button variant="default" onClick={() => open('limits')}>
              Limits
            </Button>
            <Button onClick={() => open('choices')}>Get Alerts</Button>
          </>
        }
      />
      <Notice text={notice} />
      <DataPanel
        title="Open"
        query={alerts}
        silentRefetch
        skeleton={<TableSkeleton rows={4} columns={1} />}
      >
        {(data) => <OpenAlerts organizationId={organizationId} data={data} />}
      </DataPanel>
      {alerts.data ? (
        <Waiting organizationId={organizationId} waiting={alerts.data.waiting} />
      ) : null}
      {alerts.data && alerts.data.ended.length > 0 ? (
        <Panel title="Over">
          <EndedAlerts ended={alerts.data.ended} timezone={findZone(alerts.data)} />
        </Panel>
      ) : null}
      {dialog === 'choices' ? (
        <ChoicesDialog {...props} onSaved={() => done('Your choices were saved.')} />
      ) : null}
      {dialog === 'limits' ? (
        <LimitsDialog {...props} onSaved={() => done('The limits were saved.')} />
      ) : null}
      {dialog === 'plates' ? <PlatesDialog {...props} /> : null}
    </>
  );
}

const waits = [
  ['plate_desk', 'plate-desk', 'car at the Plate Desk', 'cars at the Plate Desk'],
  ['appeals', 'appeals', 'appeal to answer', 'appeals to answer'],
  [
    'connections',
    'cameras',
    'camera’s connection that never sent anything',
    'cameras’ connections that never sent anything',
  ],
] as const;

/** What waits for a person, each with its page. */
function Waiting({
  organizationId,
  waiting,
}: {
  organizationId: string;
  waiting: Listed['waiting'];
}) {
  const listed = waits.filter(([kind]) => waiting[kind] > 0);
  if (listed.length === 0) return null;
  return (
    <Panel title="Waits for you">
      <ul>
        {listed.map(([kind, page, singular, plural]) => (
          <li key={kind}>
            <Link to="/organization/$organizationId/$page" params={{ organizationId, page }}>
              {formatCount(waiting[kind])} {waiting[kind] === 1 ? singular : plural}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Why somebody isn’t notified of an alert. */
function describeMessages(
  { is_chosen, texts }: Listed,
  timezone: string,
  sends: Profile['sends'],
): string | null {
  if (!is_chosen)
    return 'You get no alerts. Choose Get Alerts to get an email, a text or a notification.';
  if (texts.next_at === null || !sends.sms) return null;
  const next = formatDayTime(texts.next_at, now(), timezone);
  return `You got ${texts.sent} texts in 24 hours, the most that are sent to a person. The next one can come at ${next}.`;
}

function OpenAlerts({ organizationId, data }: { organizationId: string; data: Listed }) {
  const { open, open_count } = data;
  const timezone = findZone(data);
  const message = describeMessages(data, timezone, useSends());
  return (
    <>
      {message ? <p className={classes.hint}>{message}</p> : null}
      {open.length === 0 ? renderEmpty(nothingWrong) : null}
      <ul>
        {open.map((alert) => (
          <AlertRow key={alert.pk} {...{ organizationId, alert, timezone }} />
        ))}
      </ul>
      {open_count > open.length ? (
        <p className={classes.hint}>
          {`These are the ${alertRules.listedOpen} largest of ${formatCount(open_count)}.`}
        </p>
      ) : null}
    </>
  );
}

function EndedAlerts({ ended, timezone }: { ended: readonly Alert[]; timezone: string }) {
  const days = Map.groupBy(ended, ({ ended_at, since, spot }) =>
    toLocalDate(instant(ended_at ?? since), spot?.timezone ?? timezone),
  );
  return [...days].map(([day, alerts]) => (
    <section key={day}>
      <h3 className={classes.day}>{formatDateLong(day)}</h3>
      <ul>
        {alerts.map((alert) => (
          <EndedAlert key={alert.pk} {...{ alert, timezone }} />
        ))}
      </ul>
    </section>
  ));
}

import type { Alert } from '@lotkeeper/contract/platform/alerts';
import { listAlerts, muteAlert } from '@lotkeeper/contract/platform/alerts';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo, formatDayTime } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './alerts.module.css';
import { MuteButtons } from './mute-buttons.tsx';

/** Facts about an alert, each with its period. */
export const joinSentences = (...sentences: (string | null)[]) =>
  sentences
    .filter((text) => text !== null)
    .map((text) => `${text}.`)
    .join(' ');

/** Opens the page that shows an alert. Its path comes from the server, with the page's filters. */
export function AlertLink({ path, title }: Pick<Alert, 'path' | 'title'>) {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(path);
  };
  return (
    <a href={path} onClick={open}>
      <UserText>{title}</UserText>
    </a>
  );
}

interface AlertRowProps {
  organizationId: string;
  alert: Alert;
  /** The zone of an alert without a property. */
  timezone: string;
}

/** An open alert: what, since when, what it costs, and what to do. */
export function AlertRow({ organizationId, alert, timezone }: AlertRowProps) {
  const mute = useSend(muteAlert, [listAlerts]);
  const { pk, title, path, since, cost_text, detail, advice } = alert;
  const zone = alert.spot?.timezone ?? timezone;
  return (
    <li className={classes.row} data-muted={alert.mute !== null}>
      <h3 className={classes.title}>
        <AlertLink path={path} title={title} />
      </h3>
      <p className={classes.facts}>
        <UserText>
          {joinSentences(
            `Since ${formatDayTime(since, now(), zone)}, ${formatAgo(since, now())}`,
            cost_text,
            detail,
          )}
        </UserText>
      </p>
      <p className={classes.advice}>{joinSentences(advice)}</p>
      <MuteButtons
        mute={alert.mute}
        timezone={zone}
        subject={title}
        isPending={mute.isPending}
        onMute={(length) =>
          mute.mutate({ params: { id: organizationId, alert: pk }, body: { for: length } })
        }
      />
      <FormFailure error={mute.error} action={muteAlert.failure} />
    </li>
  );
}

/** An alert that is over, in a line. */
export function EndedAlert({ alert, timezone }: Omit<AlertRowProps, 'organizationId'>) {
  const { title, path, since, ended_at, cost_text } = alert;
  const zone = alert.spot?.timezone ?? timezone;
  const at = ended_at ?? since;
  return (
    <li className={classes.ended}>
      <AlertLink path={path} title={title} />
      <span className={classes.facts}>
        {joinSentences(
          `${formatDayTime(since, at, zone)} to ${formatDayTime(at, at, zone)}`,
          cost_text,
        )}
      </span>
    </li>
  );
}

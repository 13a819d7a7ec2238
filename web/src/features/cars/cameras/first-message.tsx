import type { CameraFeed, LatestMessage } from '@lotkeeper/contract/cars/cameras';
import { getLatestCameraMessage } from '@lotkeeper/contract/cars/cameras';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { localZone, now } from '../../../kernel/clock.ts';
import { formatAgo, formatInstant } from '../../../kernel/format.ts';
import { markStale, useRead } from '../../../kernel/queries.ts';
import { describeTooLarge } from './camera-origin.ts';
import classes from './cameras.module.css';
import { camerasReads } from './cameras-reads.ts';

/** Polling interval, in seconds. People set up the camera in another window. */
const lookEvery = 3;

interface Latest {
  message: LatestMessage | null;
  too_large_at: number | null;
}

const formatSeconds = (at: number) => formatInstant(Math.floor(at / 1000), localZone());

/** The message as received: each plate with its time and camera, or why there is none. */
function describeMessage({ message, too_large_at }: Latest): {
  isGood: boolean | null;
  text: string;
  lines: string[];
} {
  if (!message) {
    return too_large_at === null
      ? { isGood: null, text: 'Waiting for the first message …', lines: [] }
      : { isGood: false, text: describeTooLarge(1, formatAgo(too_large_at, now())), lines: [] };
  }
  const lines = message.reads.map(
    ({ plate, captured_at, camera_name }) =>
      `${plate}, ${formatSeconds(captured_at)}, ${camera_name}`,
  );
  if (message.outcome === 'heartbeat') {
    return { isGood: true, text: 'It works: the camera reported that it’s there.', lines };
  }
  if (message.outcome === 'read')
    return { isGood: true, text: 'It works: a plate was read.', lines };
  const reason = message.reason ?? '';
  return message.outcome === 'ignored'
    ? { isGood: true, text: `A message came, without a plate: ${reason}`, lines }
    : { isGood: false, text: `A message came that we can’t read: ${reason}`, lines };
}

const icons = { true: CircleCheck, false: CircleAlert, null: LoaderCircle };

/** Waits for a connection’s first message and shows it, so people don't have to guess whether the camera sends. */
export function FirstMessage(props: {
  organizationId: string;
  feed: Pick<CameraFeed, 'pk' | 'format'>;
}) {
  const { organizationId, feed } = props;
  const params = { id: organizationId, feed: feed.pk };
  const { data } = useRead(
    getLatestCameraMessage,
    { params },
    { refreshEvery: lookEvery, steady: true },
  );
  const pk = data?.message?.pk;
  // Refreshes the page behind the dialog with the camera and the message.
  useEffect(() => {
    if (pk !== undefined) markStale(camerasReads);
  }, [pk]);
  const { isGood, text, lines } = describeMessage(data ?? { message: null, too_large_at: null });
  const Icon = icons[`${isGood}`];
  return (
    <div className={classes.firstMessage} data-good={String(isGood)}>
      <Icon size={16} aria-hidden />
      <output>
        {text}
        {lines.map((line) => (
          <span key={line} className={classes.line}>
            {line}
          </span>
        ))}
        {isGood === false && feed.format === 'custom' && data?.message ? (
          <span className={classes.line}>
            Close this, and choose Set Up under “Messages we couldn’t read”.
          </span>
        ) : null}
      </output>
    </div>
  );
}

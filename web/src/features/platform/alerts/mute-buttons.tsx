import type { Alert, MuteLength } from '@lotkeeper/contract/platform/alerts';
import { now } from '../../../kernel/clock.ts';
import { formatDayTime } from '../../../kernel/format.ts';
import { Button } from '../../../ui/form/button.tsx';
import classes from './alerts.module.css';

interface MuteButtonsProps {
  mute: Alert['mute'];
  timezone: string;
  /** What is muted, for screen readers. */
  subject: string;
  /** Whether it's over, so that it can't be muted until it ends. */
  isOver?: boolean;
  isPending: boolean;
  onMute: (length: MuteLength | null) => void;
}

/** Until when an alert is muted, and for how long it can be. */
export function MuteButtons(props: MuteButtonsProps) {
  const { mute, timezone, subject, isOver = false, isPending, onMute } = props;
  const button = (length: MuteLength | null, label: string) => (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${label}: ${subject}`}
      disabled={isPending}
      onClick={() => onMute(length)}
    >
      {label}
    </Button>
  );
  if (!mute) return <div className={classes.mute}>{button('day', 'Mute for a day')}</div>;
  const end = mute.until === null ? 'it ends' : formatDayTime(mute.until, now(), timezone);
  return (
    <div className={classes.mute}>
      <span>{`Muted for you until ${end}`}</span>
      {button(null, 'Undo')}
      {button('day', 'For a day')}
      {button('week', 'For a week')}
      {isOver ? null : button('end', 'Until it ends')}
    </div>
  );
}

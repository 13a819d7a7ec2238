import type { Camera, CameraStatus } from '@lotkeeper/contract/cars/cameras';
import { formatMissed, formatMissedCost, sumMissed } from '@lotkeeper/contract/cars/missed-cars';
import type { CameraGap } from '@lotkeeper/contract/cars/outcomes';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { CircleCheck, MapPinOff, OctagonAlert, Unplug } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo, formatCount, formatInstantInZone } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { When } from '../../../ui/data/when.tsx';
import classes from './cameras.module.css';

const looks = {
  silent: { Icon: OctagonAlert, text: 'Silent', look: 'ui-strong ui-error' },
  unplaced: { Icon: MapPinOff, text: 'Not placed yet', look: '' },
  ok: { Icon: CircleCheck, text: 'OK', look: '' },
  disconnected: { Icon: Unplug, text: 'Disconnected', look: 'ui-dimmed' },
} as const satisfies Record<CameraStatus, unknown>;

function Status({ camera }: { camera: Camera }) {
  const { Icon, text, look } = looks[camera.status];
  return (
    <>
      <span className={`ui-inline ui-nowrap ${look}`}>
        <Icon size={16} aria-hidden />
        {text}
      </span>
      {camera.silent_since !== null && camera.timezone ? (
        <span className={`${classes.note} ui-nowrap`}>
          since <When at={Math.floor(camera.silent_since / 1000)} zone={camera.timezone} />
        </span>
      ) : null}
    </>
  );
}

/** Differences under a minute don't matter. */
const tellClockFrom = minuteMs;

const formatDuration = (ms: number) => {
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} h` : `${formatCount(Math.round(hours / 24))} days`;
};

/** A note on a clock that is off or that an Admin set; null otherwise. */
export function clockNote(clock: Pick<Camera, 'clock_offset_ms' | 'clock_set'>): string | null {
  const { clock_offset_ms: offset, clock_set: isSet } = clock;
  const isRight = Math.abs(offset) < tellClockFrom;
  if (isRight) return isSet ? 'Its clock was set as right.' : null;
  const duration = `${formatDuration(offset)} ${offset > 0 ? 'ahead' : 'behind'}`;
  return isSet
    ? `Its clock was set as ${duration}; we allow for it.`
    : `Its clock is ${duration}; we allow for it.`;
}

/** Smaller lags are only queueing. */
const tellLagFrom = 10 * minuteMs;

/** Why enforcement is delayed at a camera's property; null when it isn't. */
export function lagNote(camera: Pick<Camera, 'lag_ms' | 'spot_name'>): string | null {
  const { lag_ms: lag, spot_name: spot } = camera;
  if (lag < tellLagFrom) return null;
  return `Its newest read arrived ${formatDuration(lag)} after it was made. Enforcement at ${spot ?? 'its property'} waits at that time until a live read comes.`;
}

/** '3 of about 14', or '3' until there is a usual number, and where it's none. */
export function readsText(
  camera: Pick<Camera, 'reads_this_hour' | 'unread_this_hour' | 'usual_reads'>,
): string {
  const { reads_this_hour, unread_this_hour, usual_reads } = camera;
  if (reads_this_hour === null) return '–';
  const unread = unread_this_hour ? `, ${formatCount(unread_this_hour)} without a plate` : '';
  if (usual_reads === null || usual_reads === 0) return formatCount(reads_this_hour) + unread;
  const usual = usual_reads < 1 ? 'under 1' : formatCount(Math.round(usual_reads));
  return `${formatCount(reads_this_hour)} of about ${usual}${unread}`;
}

const ago = (at: number | null) => (at === null ? 'Never' : formatAgo(at, now()));

/** A note that a camera repeats a plate; null when it doesn't. */
function repeatNote({ repeats_since: since, timezone }: Camera): string | null {
  if (since === null || !timezone) return null;
  return `It has sent the same plate again and again since ${formatInstantInZone(Math.floor(since / 1000), timezone)}. Restart it: no visits are made of that.`;
}

/** 'Copper Square Garage, entrance'; a camera without a direction reads both ways. */
const describePlace = ({ spot_name, direction }: Camera) =>
  spot_name === null ? null : `${spot_name}, ${direction?.toLowerCase() ?? 'both directions'}`;

interface TableParts {
  /** Notes on properties that show no camera images, by pk. */
  notes: ReadonlyMap<number, string>;
  /** What was missed in the last 30 days, by the camera's pk. */
  missed: ReadonlyMap<number | null, readonly CameraGap[]>;
  onChange: (camera: Camera) => void;
  onSetClock: (camera: Camera) => void;
}

/** Each camera with its location and state. */
export const createCameraColumns = ({
  notes,
  missed,
  onChange,
  onSetClock,
}: TableParts): DataColumn<Camera>[] => [
  {
    key: 'name',
    header: 'Camera',
    primary: true,
    render: (camera) => (
      <>
        {camera.name}
        {[
          describePlace(camera),
          notes.get(camera.spot_pk ?? 0) ?? null,
          clockNote(camera),
          lagNote(camera),
          repeatNote(camera),
        ].map((note) =>
          note === null ? null : (
            <span key={note} className={classes.note}>
              {note}
            </span>
          ),
        )}
      </>
    ),
  },
  { key: 'status', header: 'Status', render: (camera) => <Status camera={camera} /> },
  {
    key: 'read',
    header: 'Last read',
    render: ({ last_read_at, last_beat_at }) => {
      const [read, beat] = [ago(last_read_at), ago(last_beat_at)];
      return (
        <>
          {read}
          {beat === read ? null : <span className={classes.note}>Signal: {beat}</span>}
        </>
      );
    },
  },
  { key: 'reads', header: 'Reads this hour', align: 'right', render: readsText },
  {
    key: 'missed',
    header: 'Missed in 30 days',
    render: ({ pk }) => {
      const gaps = missed.get(pk);
      if (!gaps) return '–';
      const total = sumMissed(gaps);
      const hours = gaps.reduce((sum, { start, end }) => sum + (end - start) / 3600, 0);
      return (
        <>
          {total.lost_high > 0 ? formatMissedCost(total) : null}
          <span className={classes.note}>
            {formatMissed(total)} cars in {formatCount(Math.max(1, Math.round(hours)))} h
          </span>
        </>
      );
    },
  },
  actionsColumn((camera) => (
    <>
      <RowButton action="Set clock" subject={camera.name} onClick={() => onSetClock(camera)} />
      <RowButton action="Change" subject={camera.name} onClick={() => onChange(camera)} />
    </>
  )),
];

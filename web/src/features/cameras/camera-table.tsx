import type { Camera, CameraStatus } from '@lotkeeper/contract/cameras';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { CircleCheck, MapPinOff, OctagonAlert, Unplug } from 'lucide-react';
import { now } from '../../kernel/clock.ts';
import { formatAgo, formatCount, formatInstant } from '../../kernel/format.ts';
import type { DataColumn } from '../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../ui/data/row-actions.tsx';
import classes from './cameras.module.css';

const looks = {
  silent: { Icon: OctagonAlert, text: 'Silent', look: classes.silent },
  unplaced: { Icon: MapPinOff, text: 'Not placed yet', look: '' },
  ok: { Icon: CircleCheck, text: 'OK', look: '' },
  disconnected: { Icon: Unplug, text: 'Disconnected', look: classes.quiet },
} as const satisfies Record<CameraStatus, unknown>;

function Status({ camera }: { camera: Camera }) {
  const { Icon, text, look } = looks[camera.status];
  return (
    <>
      <span className={`${classes.status} ${look}`}>
        <Icon size={16} aria-hidden />
        {text}
      </span>
      {camera.silent_since !== null && camera.timezone ? (
        <span className={classes.note}>
          since {formatInstant(Math.floor(camera.silent_since / 1000), camera.timezone)}
        </span>
      ) : null}
    </>
  );
}

/** Below a minute nobody needs to know. */
const tellClockFrom = minuteMs;

/** What is worth knowing of a clock that goes wrong; null when it goes right. */
export function clockNote(offset: number): string | null {
  const minutes = Math.round(Math.abs(offset) / minuteMs);
  if (Math.abs(offset) < tellClockFrom) return null;
  const duration = minutes < 120 ? `${minutes} min` : `${formatCount(Math.round(minutes / 60))} h`;
  return `Its clock is ${duration} ${offset > 0 ? 'ahead' : 'behind'}; we allow for it.`;
}

/** '3 of about 14', or '3' until something is usual. */
export function readsText(camera: Pick<Camera, 'reads_this_hour' | 'usual_reads'>): string {
  const { reads_this_hour, usual_reads } = camera;
  if (reads_this_hour === null) return '–';
  if (usual_reads === null) return formatCount(reads_this_hour);
  const usual =
    usual_reads > 0 && usual_reads < 1 ? 'under 1' : formatCount(Math.round(usual_reads));
  return `${formatCount(reads_this_hour)} of about ${usual}`;
}

const ago = (at: number | null) => (at === null ? 'Never' : formatAgo(at, now()));

interface TableParts {
  /** What is said of properties that show no camera images, by their pk. */
  notes: ReadonlyMap<number, string>;
  onChange: (camera: Camera) => void;
}

/** Each camera with where it stands and how it does. */
export const createCameraColumns = ({ notes, onChange }: TableParts): DataColumn<Camera>[] => [
  {
    key: 'name',
    header: 'Camera',
    primary: true,
    render: (camera) => (
      <>
        {camera.name}
        {clockNote(camera.clock_offset_ms) ? (
          <span className={classes.note}>{clockNote(camera.clock_offset_ms)}</span>
        ) : null}
      </>
    ),
  },
  { key: 'status', header: 'Status', render: (camera) => <Status camera={camera} /> },
  {
    key: 'property',
    header: 'Property',
    render: ({ spot_name, spot_pk }) => (
      <>
        {spot_name ?? '–'}
        {notes.has(spot_pk ?? 0) ? (
          <span className={classes.note}>{notes.get(spot_pk ?? 0)}</span>
        ) : null}
      </>
    ),
  },
  { key: 'direction', header: 'Direction', render: (camera) => camera.direction ?? 'Both' },
  { key: 'beat', header: 'Last beat', render: (camera) => ago(camera.last_beat_at) },
  { key: 'read', header: 'Last read', render: (camera) => ago(camera.last_read_at) },
  { key: 'reads', header: 'Reads this hour', align: 'right', render: readsText },
  actionsColumn('Change', (camera) => (
    <RowButton action="Change" subject={camera.name} onClick={() => onChange(camera)} />
  )),
];

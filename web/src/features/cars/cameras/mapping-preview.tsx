import type { CameraMapping, PreviewedRead } from '@lotkeeper/contract/cars/camera-mappings';
import { previewCameraMapping } from '@lotkeeper/contract/cars/camera-mappings';
import { localZone } from '../../../kernel/clock.ts';
import { formatInstant } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import classes from './cameras.module.css';

function describeTime({ captured_at, wall_time }: PreviewedRead): string {
  if (captured_at !== null) return formatInstant(Math.floor(captured_at / 1000), localZone());
  return wall_time === null ? 'time of arrival' : `${wall_time} at the property`;
}

const describeRead = (read: PreviewedRead) =>
  [read.plate, describeTime(read), read.camera, read.direction ?? 'no direction'].join(', ');

export function MappingPreview(props: {
  organizationId: string;
  message: number;
  mapping: CameraMapping | null;
}) {
  const { organizationId, message, mapping } = props;
  const params = { id: organizationId, message };
  const preview = useRead(previewCameraMapping, mapping ? { params, body: mapping } : null);
  const { data, error } = preview;
  return (
    <div className={classes.preview}>
      <span className={classes.previewTitle}>This message would be read as</span>
      <output>
        {mapping === null ? 'Choose the field with the plate.' : null}
        {mapping !== null && data === undefined && !error ? '…' : null}
        {data?.reads.map((read, index) => (
          // Two vehicles in a message may have the same plate and time.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={classes.line}>
            {describeRead(read)}
          </span>
        ))}
        {data?.reason ? <span className={classes.line}>{data.reason}</span> : null}
      </output>
      <FormFailure error={error} />
    </div>
  );
}

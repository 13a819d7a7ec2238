import type { CameraImage } from '@lotkeeper/contract/cars/visibility';
import { getRecentImages } from '@lotkeeper/contract/cars/visibility';
import { formatInstant } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import type { VisibilitySpot } from './driver-log.rules.ts';
import classes from './visibility.module.css';

/** The latest images of a property's cameras. */
export function CameraImages({ spot, hidePlates }: { spot: VisibilitySpot; hidePlates: boolean }) {
  const images = useRead(getRecentImages, { params: { id: String(spot.pk) } });
  return (
    <DataPanel
      query={images}
      title="Camera images"
      errorHint="Please refresh the page"
      grows
      skeleton={<Bone height="12rem" />}
      isEmpty={({ overhead_images, lpr_images }) =>
        overhead_images.length + lpr_images.length === 0
      }
      empty={{ title: 'Camera images will show up here' }}
    >
      {({ overhead_images, lpr_images }) => (
        <div className="ui-stack">
          <Images name="Overhead" images={overhead_images} timezone={spot.timezone} />
          {hidePlates ? null : (
            <Images name="License plate" images={lpr_images} timezone={spot.timezone} />
          )}
        </div>
      )}
    </DataPanel>
  );
}

function Images(props: { name: string; images: readonly CameraImage[]; timezone: string }) {
  const { name, images, timezone } = props;
  if (images.length === 0) return null;
  return (
    <ul className={classes.images} aria-label={`${name} images`}>
      {images.map(({ url, event_datetime, orientation }) => (
        <li key={url}>
          <Picture url={url} alt={`${name}, ${orientation ?? 'no direction'}`} size="large" />
          <span className={classes.taken}>
            <span>{orientation ?? name}</span>
            <span className="ui-dimmed">{formatInstant(event_datetime, timezone)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

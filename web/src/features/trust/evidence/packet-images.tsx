import type { MissingImage, PacketImage } from '@lotkeeper/evidence/packet-images';
import { useEffect, useRef } from 'react';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import classes from './verify.module.css';

const describeUse = (rows: readonly string[]) =>
  rows.length > 0 ? `Named by ${rows.join(', ')}` : 'Not named by any row';

function Image({ image }: { image: PacketImage }) {
  const { bytes, type, rows, isProved } = image;
  const element = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
    if (element.current) element.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [bytes, type]);
  return (
    <li>
      <img ref={element} alt={describeUse(rows)} />
      <span>{describeUse(rows)}</span>
      <Tag tone={isProved ? 'green' : 'amber'}>{isProved ? 'Proved' : 'Not proved'}</Tag>
    </li>
  );
}

/** A packet's images with the rows that reference them, and the images that it doesn't contain. */
export function PacketImages(props: {
  images: readonly PacketImage[];
  missing: readonly MissingImage[];
}) {
  const { images, missing } = props;
  if (images.length + missing.length === 0) return null;
  return (
    <Panel title="Images">
      <ul className={classes.images}>
        {images.map((image) => (
          <Image key={image.name} image={image} />
        ))}
      </ul>
      {missing.length > 0 ? (
        <>
          <h3 className={classes.subtitle}>Not in the packet</h3>
          <ul className="ui-list">
            {missing.map(({ sha256, rows }) => (
              <li key={sha256}>
                {describeUse(rows)}, with the SHA-256 <code>{sha256}</code>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Panel>
  );
}

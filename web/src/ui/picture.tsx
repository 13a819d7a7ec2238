import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import classes from './picture.module.css';

interface PictureProps {
  url: string;
  /** What is tried where `url` cannot be loaded. */
  original?: string;
  alt: string;
  /** small = a thumbnail in a table; large = as wide as there is room; tile = it fills what it stands in. */
  size?: 'small' | 'large' | 'tile';
}

/** A picture; what cannot be loaded is shown as such. */
export function Picture({ url, original = url, alt, size = 'small' }: PictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const source = [url, original].find((one) => !failed.includes(one));
  if (source === undefined) {
    return (
      <span
        className={classes.broken}
        data-size={size}
        role="img"
        aria-label={`${alt}, not loaded`}
      >
        <ImageOff size={16} aria-hidden />
        {size === 'small' ? null : <span aria-hidden>Could not load the picture</span>}
      </span>
    );
  }
  return (
    <img
      className={classes[size]}
      src={source}
      alt={alt}
      loading="lazy"
      onError={() => setFailed([...failed, source])}
    />
  );
}

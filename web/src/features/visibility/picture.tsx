import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import classes from './visibility.module.css';

/** A picture of a camera; what cannot be loaded is shown as such. */
export function Picture({ url, alt, large }: { url: string; alt: string; large?: boolean }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <span className={classes.broken} data-large={Boolean(large)} role="img" aria-label={alt}>
        <ImageOff size={16} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className={large ? classes.large : classes.small}
      src={url}
      alt={alt}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}

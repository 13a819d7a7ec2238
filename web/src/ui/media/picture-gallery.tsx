import { useState } from 'react';
import { lazyDialog } from '../frame/lazy-dialog.tsx';
import { Picture } from './picture.tsx';
import classes from './picture-gallery.module.css';

const PictureViewer = lazyDialog(() => import('./picture-viewer.tsx'));

export interface GalleryPicture {
  url: string;
  thumbnail_url: string;
}

interface GalleryProps {
  /** What the images show, for their accessible names. */
  name: string;
  pictures: readonly GalleryPicture[];
  /** Maximum thumbnails; the last one shows how many more there are. */
  most: number;
}

/** Images as thumbnails; each opens all of them. */
export function PictureGallery({ name, pictures, most }: GalleryProps) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const more = pictures.length - most;
  const describePicture = (index: number) => `${name}, image ${index + 1} of ${pictures.length}`;
  return (
    <>
      <ul className={classes.gallery} aria-label={`Images of ${name}`}>
        {pictures.slice(0, most).map(({ url, thumbnail_url }, index) => (
          <li key={url}>
            <button type="button" className={classes.thumbnail} onClick={() => setOpenIndex(index)}>
              <Picture
                url={thumbnail_url}
                original={url}
                alt={describePicture(index)}
                size="tile"
              />
              {more > 0 && index === most - 1 ? (
                <span className={classes.more}>
                  +{more}
                  <span className="ui-hidden"> more</span>
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {openIndex === null ? null : (
        <PictureViewer
          name={name}
          pictures={pictures.map(({ url }, index) => ({ url, alt: describePicture(index) }))}
          first={openIndex}
          onClose={() => setOpenIndex(null)}
        />
      )}
    </>
  );
}

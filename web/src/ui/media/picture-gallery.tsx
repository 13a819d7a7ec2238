import { useState } from 'react';
import { useTexts } from '../../kernel/language.ts';
import { lazyDialog } from '../frame/lazy-dialog.tsx';
import { Picture } from './picture.tsx';
import classes from './picture-gallery.module.css';

const PictureViewer = lazyDialog(() => import('./picture-viewer.tsx'));

export const galleryTexts = {
  imagesOf: (name: string) => `Images of ${name}`,
  imageOf: (name: string, number: number, count: number) => `${name}, image ${number} of ${count}`,
  more: ' more',
  twoAtATime: 'Images, two at a time',
  range: (images: string, count: number) => `${images} of ${count}`,
  previous: 'Previous',
  next: 'Next',
  close: 'Close',
};

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
  const texts = useTexts(galleryTexts);
  const more = pictures.length - most;
  const describePicture = (index: number) => texts.imageOf(name, index + 1, pictures.length);
  return (
    <>
      <ul className={classes.gallery} aria-label={texts.imagesOf(name)}>
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
                  <span className="ui-hidden">{texts.more}</span>
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

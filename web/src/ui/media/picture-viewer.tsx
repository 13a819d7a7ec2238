import { useCallback, useRef, useState } from 'react';
import { useTexts } from '../../kernel/language.ts';
import { Button } from '../form/button.tsx';
import { Dialog } from '../frame/dialog.tsx';
import { Picture } from './picture.tsx';
import classes from './picture-gallery.module.css';
import { galleryTexts } from './picture-gallery.tsx';

const slidesAtOnce = 2;

interface ViewerProps {
  name: string;
  pictures: readonly { url: string; alt: string }[];
  /** The index of the first image to show. */
  first: number;
  onClose: () => void;
}

/** Pairs of images in a dialog, changed with buttons, arrow keys, or a swipe. */
export default function PictureViewer({ name, pictures, first, onClose }: ViewerProps) {
  const texts = useTexts(galleryTexts);
  const steps = Math.ceil(pictures.length / slidesAtOnce);
  const track = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState(Math.floor(first / slidesAtOnce));
  const [startIndex] = useState(step);
  // The dialog mounts its content later than itself.
  const begin = useCallback(
    (box: HTMLDivElement | null) => {
      track.current = box;
      box?.scrollTo({ left: startIndex * box.clientWidth, behavior: 'instant' });
    },
    [startIndex],
  );
  const move = (to: number) => {
    const box = track.current;
    box?.scrollTo({ left: to * box.clientWidth });
  };
  const from = step * slidesAtOnce + 1;
  const to = Math.min(from + slidesAtOnce - 1, pictures.length);
  return (
    <Dialog label={texts.imagesOf(name)} size="table" onClose={onClose}>
      <h2 className="ui-bottom">{name}</h2>
      <section
        ref={begin}
        className={classes.track}
        aria-label={texts.twoAtATime}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setStep(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {Array.from({ length: steps }, (_, index) => (
          <div key={pictures[index * slidesAtOnce]?.url} className={classes.step}>
            {pictures
              .slice(index * slidesAtOnce, (index + 1) * slidesAtOnce)
              .map(({ url, alt }) => (
                <Picture key={url} url={url} alt={alt} size="large" />
              ))}
          </div>
        ))}
      </section>
      <div className={classes.controls}>
        <Button variant="default" disabled={step === 0} onClick={() => move(step - 1)}>
          {texts.previous}
        </Button>
        <output>{texts.range(from === to ? `${from}` : `${from}–${to}`, pictures.length)}</output>
        <Button variant="default" disabled={step >= steps - 1} onClick={() => move(step + 1)}>
          {texts.next}
        </Button>
        <Button onClick={onClose}>{texts.close}</Button>
      </div>
    </Dialog>
  );
}

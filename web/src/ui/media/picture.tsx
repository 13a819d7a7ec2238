import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../kernel/language.ts';
import { useFreshPictures } from './fresh-pictures.tsx';
import classes from './picture.module.css';

export const pictureTexts = {
  loading: 'loading',
  notLoaded: 'not loaded',
  failed: 'Could not load the image',
};

interface PictureProps {
  url: string;
  /** Used when `url` can't be loaded. */
  original?: string;
  alt: string;
  /** small = a thumbnail in a table; large = as wide as possible; tile = fills its container. */
  size?: 'small' | 'large' | 'tile';
}

/**
 * An image. One that can't be loaded gets a fresh URL once, because its own may have expired; then
 * it's shown as broken.
 */
export function Picture({ url, original = url, alt, size = 'small' }: PictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const refresh = useFreshPictures();
  const [source, next] = [...new Set([url, original])].filter(
    (candidate) => !failed.includes(candidate),
  );
  if (source === undefined) return <NotLoaded {...{ alt, size, isRefreshing }} />;
  const fail = () => {
    setFailed([...failed, source]);
    if (next !== undefined || !refresh) return;
    setIsRefreshing(true);
    void refresh().finally(() => setIsRefreshing(false));
  };
  return <img className={classes[size]} src={source} alt={alt} loading="lazy" onError={fail} />;
}

function NotLoaded(props: { alt: string; size: string; isRefreshing: boolean }) {
  const { alt, size, isRefreshing } = props;
  const texts = useTexts(pictureTexts);
  return (
    <span
      className={classes.broken}
      data-size={size}
      role="img"
      aria-busy={isRefreshing}
      aria-label={`${alt}, ${isRefreshing ? texts.loading : texts.notLoaded}`}
    >
      {isRefreshing ? null : <ImageOff size={16} aria-hidden />}
      {size === 'small' || isRefreshing ? null : <span aria-hidden>{texts.failed}</span>}
    </span>
  );
}

import { timelineMessages } from '@lotkeeper/contract/timeline';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ErrorState } from '../../ui/data/states.tsx';
import { Button } from '../../ui/form/button.tsx';
import classes from './timeline.module.css';

interface MoreDaysProps {
  /** Pages that are shown. */
  pages: number;
  more: boolean;
  loading: boolean;
  /** Why the next page could not be read. */
  failure: string | null;
  /** The last page is folded away: the next one waits for the reader, or all history would load unseen. */
  waits: boolean;
  onLoad: () => void;
}

/** The foot of the timeline: it loads the next page when it comes into view, or says that this is the end. */
export function MoreDays({ pages, more, loading, failure, waits, onLoad }: MoreDaysProps) {
  const foot = useRef<HTMLDivElement>(null);
  const ready = more && !loading && failure === null;
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    const box = foot.current;
    if (!ready || !box) return undefined;
    let armed = !waits;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) armed = true;
        else if (armed) load();
      },
      { rootMargin: '400px' },
    );
    observer.observe(box);
    return () => observer.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each page is looked at again
  }, [ready, waits, pages]);
  return (
    <div ref={foot} className={classes.foot}>
      {failure ? <ErrorState title={failure} onRetry={onLoad} retrying={loading} /> : null}
      {more && !failure ? (
        <Button variant="default" loading={loading} onClick={onLoad}>
          Load more
        </Button>
      ) : null}
      {more ? null : <p className={classes.end}>{timelineMessages.end}</p>}
      <output className="ui-hidden">{loading ? 'Loading…' : ''}</output>
    </div>
  );
}

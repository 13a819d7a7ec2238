import { timelineMessages } from '@lotkeeper/contract/cars/timeline';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { MoreRowsProps } from '../../../ui/data/more-rows.tsx';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Announcement } from '../../../ui/frame/announcement.tsx';
import classes from './timeline.module.css';

interface MoreDaysProps {
  pages: number;
  /** null when there is nothing older. */
  more: MoreRowsProps | null;
  /** The last page is folded, so the next one loads on demand; otherwise all history would load unseen. */
  loadsOnDemand: boolean;
}

/** The end of the timeline: loads the next page when it scrolls into view, or says that there is nothing older. */
export function MoreDays({ pages, more, loadsOnDemand }: MoreDaysProps) {
  const foot = useRef<HTMLDivElement>(null);
  const ready = more !== null && !more.isLoading && more.failure === null;
  const load = useEffectEvent(() => more?.onLoad());
  useEffect(() => {
    const box = foot.current;
    if (!ready || !box) return undefined;
    let armed = !loadsOnDemand;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) armed = true;
        else if (armed) load();
      },
      { rootMargin: '400px' },
    );
    observer.observe(box);
    return () => observer.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs again for each page
  }, [ready, loadsOnDemand, pages]);
  return (
    <div ref={foot} className={classes.foot}>
      {more?.failure ? (
        <ErrorState title={more.failure} onRetry={more.onLoad} retrying={more.isLoading} />
      ) : null}
      {more && !more.failure ? (
        <Button variant="default" loading={more.isLoading} onClick={more.onLoad}>
          Load more
        </Button>
      ) : null}
      {more ? null : <p className="ui-dimmed">{timelineMessages.end}</p>}
      <Announcement>{more?.isLoading ? 'Loading…' : ''}</Announcement>
    </div>
  );
}

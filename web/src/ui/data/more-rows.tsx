import { Button } from '../form/button.tsx';
import { Announcement } from '../frame/announcement.tsx';
import classes from './more-rows.module.css';
import { ErrorState } from './states.tsx';

export interface MoreRowsProps {
  isLoading: boolean;
  /** Why the next rows couldn’t be fetched. */
  failure: string | null;
  onLoad: () => void;
}

export function MoreRows({ isLoading, failure, onLoad }: MoreRowsProps) {
  return (
    <div className={classes.foot}>
      {failure ? (
        <ErrorState title={failure} onRetry={onLoad} retrying={isLoading} />
      ) : (
        <Button variant="default" loading={isLoading} onClick={onLoad}>
          Show more
        </Button>
      )}
      <Announcement>{isLoading ? 'Loading…' : ''}</Announcement>
    </div>
  );
}

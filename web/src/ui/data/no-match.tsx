import { Button } from '../form/button.tsx';
import { EmptyState } from './states.tsx';

export interface NoMatchProps {
  title?: string;
  /** The active filters in words. */
  by: readonly (string | number | undefined)[];
  onClear: () => void;
}

/** Says which filters hide all there is, and shows it again. */
export function NoMatch(props: NoMatchProps) {
  return (
    <EmptyState
      title={props.title ?? 'No results found'}
      text={<bdi>{props.by.filter(Boolean).join(' · ')}</bdi>}
      action={
        <Button variant="default" onClick={props.onClear}>
          Show all
        </Button>
      }
    />
  );
}

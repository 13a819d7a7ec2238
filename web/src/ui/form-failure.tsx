import type { ApiError } from '../kernel/api.ts';
import classes from './form.module.css';

/** Why a form was not taken, where no single field is to blame. */
export function FormFailure({ error }: { error: ApiError | null }) {
  if (!error || Object.keys(error.fields).length > 0) return null;
  return (
    <p className={classes.failure} role="alert">
      {error.message}
    </p>
  );
}

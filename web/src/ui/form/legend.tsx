import classes from './form.module.css';

/** The name of a group of choices, with an asterisk if one is required. */
export function Legend({ label, required }: { label: string; required: boolean }) {
  return (
    <legend className={classes.legend}>
      {label}
      {required ? (
        <span className="ui-error" aria-hidden>
          {' *'}
        </span>
      ) : null}
    </legend>
  );
}

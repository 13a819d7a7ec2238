import { signOnPaths } from '@lotkeeper/contract/people/session';
import { Button } from '../../../ui/form/button.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import classes from './login.module.css';

/** How to sign in: with a code, or with the single sign-on provider. */
export type Way = 'code' | 'provider';

const ways = [
  { value: 'code', label: 'Email or phone' },
  { value: 'provider', label: 'Single sign-on' },
] as const;

export function WayToggle({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  return (
    <div className={classes.ways}>
      <Segments label="Sign in with" options={ways} chosen={way} onChange={onChange} />
    </div>
  );
}

/** Opens the provider's page, which redirects back to ours. */
export function ProviderStep() {
  return (
    <div className="ui-parts">
      <p className={classes.sent}>
        You’ll sign in with your company’s single sign-on and then return here.
      </p>
      <Button component="a" href={signOnPaths.begin} fullWidth>
        Continue to single sign-on
      </Button>
    </div>
  );
}

import { useProfile } from '../../kernel/session.tsx';
import type { useCurrent } from './current.ts';
import classes from './sidebar.module.css';

/** Who is signed in, and where. */
export function WelcomeBlock({ current }: { current: ReturnType<typeof useCurrent> }) {
  const profile = useProfile();
  const zone = current.spot?.timezone;
  return (
    <div className={classes.welcome}>
      <p className={classes.hello}>
        Welcome, {profile.first_name}
        {profile.superuser ? <span className={classes.marker}>Superuser</span> : null}
      </p>
      {profile.email ? <p className={classes.dimmed}>{profile.email}</p> : null}
      {current.organization ? <p>{current.organization.name}</p> : null}
      {zone ? <p className={classes.dimmed}>{zone.replaceAll('_', ' ')}</p> : null}
    </div>
  );
}

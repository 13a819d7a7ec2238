import { Link } from '@tanstack/react-router';
import { useProfile } from '../../kernel/session.tsx';
import { settings } from '../../kernel/settings.ts';
import classes from './sidebar.module.css';

/** Links to an external form with the organization as a parameter, or to our own page if none is configured. */
export function AddSpotLink({ organizationId }: { organizationId: string }) {
  const { superuser } = useProfile();
  if (!superuser) return null;
  if (settings.add_spot_form_url) {
    return <AddSpotFormLink organizationId={organizationId} label="Add Spot" />;
  }
  return (
    <Link
      className={classes.button ?? ''}
      to="/superuser/new-property"
      search={{ organization: organizationId }}
    >
      Add Spot
    </Link>
  );
}

/** Links to the installation's external form, with the organization as a parameter. */
export function AddSpotFormLink(props: { organizationId: string; label: string }) {
  const url = new URL(settings.add_spot_form_url ?? '');
  url.searchParams.set('organization', props.organizationId);
  return (
    <a className={classes.button} href={url.href} target="_blank" rel="noopener noreferrer">
      {props.label}
    </a>
  );
}

/** Links to an external form, or to our own page if none is configured. */
export function AddOrganizationLink() {
  if (settings.new_organization_form_url) {
    return (
      <a
        className={classes.button}
        href={settings.new_organization_form_url}
        target="_blank"
        rel="noopener noreferrer"
      >
        Add new organization
      </a>
    );
  }
  return (
    <Link className={classes.button ?? ''} to="/superuser/new-organization">
      Add new organization
    </Link>
  );
}

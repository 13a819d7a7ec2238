import { Link } from '@tanstack/react-router';
import { settings } from '../../kernel/settings.ts';
import { findExternalForm } from '../../shared/property-links.tsx';

/** Links to an external form with the organization as a parameter, or to our own page if none is configured. */
export function AddSpotLink({ organizationId }: { organizationId: string }) {
  const href = findExternalForm(organizationId);
  if (href) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        Add Spot
      </a>
    );
  }
  return (
    <Link to="/organization/$organizationId/new-property" params={{ organizationId }}>
      Add Spot
    </Link>
  );
}

/** Links to an external form, or to our own page if none is configured. */
export function AddOrganizationLink() {
  if (settings.new_organization_form_url) {
    return (
      <a href={settings.new_organization_form_url} target="_blank" rel="noopener noreferrer">
        Add new organization
      </a>
    );
  }
  return <Link to="/superuser/new-organization">Add new organization</Link>;
}

import { Link } from '@tanstack/react-router';
import { Cctv } from 'lucide-react';
import { roleIn, useProfile } from '../kernel/session.tsx';
import type { EmptyStateProps } from '../ui/data/states.tsx';

/** What a page about cars needs where no camera is; those who may connect one are led there. */
export function useNoCameras(organizationId: string, purpose: string): EmptyStateProps {
  const profile = useProfile();
  const mayConnect = profile.superuser || roleIn(profile, Number(organizationId)) === 'ADMIN';
  return {
    icon: Cctv,
    title: 'No camera yet',
    text: mayConnect
      ? `${purpose} Connect a camera that reads license plates, at the entrance, the exit or both. The first car appears within seconds.`
      : `${purpose} Ask an Admin to connect a camera that reads license plates.`,
    action: mayConnect ? (
      <Link to="/organization/$organizationId/$page" params={{ organizationId, page: 'cameras' }}>
        Connect a camera
      </Link>
    ) : undefined,
  };
}

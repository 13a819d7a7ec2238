import type { Role } from '@lotkeeper/contract/kernel/access';
import { adminAndEmployee, adminOnly, anyRole, permits } from '@lotkeeper/contract/kernel/access';
import { spotMenuFor } from '@lotkeeper/contract/spots';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  Building2,
  CircleHelp,
  FileText,
  LayoutDashboard,
  LogOut,
  Megaphone,
  Users,
  Wallet,
} from 'lucide-react';
import { endSession, roleIn, useProfile } from '../../kernel/session.tsx';
import { ColorSchemeSwitch } from '../../ui/color-scheme-switch.tsx';
import { useCurrent } from './current.ts';
import classes from './sidebar.module.css';
import { spotIcons } from './spot-icons.ts';
import { SpotSelect } from './spot-select.tsx';
import { SuperuserMenu } from './superuser-menu.tsx';
import { WelcomeBlock } from './welcome-block.tsx';

type Current = ReturnType<typeof useCurrent>;
interface Who {
  superuser: boolean;
  role: Role | null;
}

/** The whole menu: who and where one is, the organization, the property, and the way out. */
export function Sidebar() {
  const profile = useProfile();
  const current = useCurrent();
  const who: Who = {
    superuser: profile.superuser,
    role: current.organization ? roleIn(profile, current.organization.pk) : null,
  };
  return (
    <div className={classes.sidebar}>
      <WelcomeBlock current={current} />
      {profile.superuser ? <SuperuserMenu current={current} /> : null}
      <nav aria-label="Main" className={classes.nav}>
        {current.organizationId ? <OrganizationMenu {...{ current, who }} /> : null}
        {current.organizationId && current.spots.length > 1 ? (
          <SpotSelect current={current} />
        ) : null}
        {current.spot ? <SpotMenu {...{ current, who }} /> : null}
        <ul className={classes.list}>
          <li>
            <Link to="/help-center" className={classes.link ?? ''}>
              <CircleHelp size={16} aria-hidden /> Help Center
            </Link>
          </li>
          <li>
            <LogoutButton />
          </li>
        </ul>
      </nav>
      <ColorSchemeSwitch />
    </div>
  );
}

function LogoutButton() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={classes.link}
      onClick={() => void endSession().then(() => navigate({ to: '/login', replace: true }))}
    >
      <LogOut size={16} aria-hidden /> Logout
    </button>
  );
}

const organizationItems = [
  { page: 'team', label: 'Team', roles: adminOnly, Icon: Users },
  { page: 'payouts', label: 'Payouts', roles: adminOnly, Icon: Wallet },
  { page: 'income-statement', label: 'Income Statement', roles: adminOnly, Icon: FileText },
  { page: 'advertising', label: 'Advertising', roles: adminAndEmployee, Icon: Megaphone },
] as const;

function OrganizationMenu({ current, who }: { current: Current; who: Who }) {
  const organizationId = current.organizationId ?? '';
  return (
    <>
      <p className={classes.heading}>Organization</p>
      <ul className={classes.list}>
        {permits(anyRole, who) ? (
          <li>
            <Link
              to="/organization/$organizationId/spots"
              params={{ organizationId }}
              search={{ view: 'list' }}
              activeOptions={{ exact: true }}
              className={classes.link ?? ''}
            >
              <Building2 size={16} aria-hidden /> Properties
            </Link>
          </li>
        ) : null}
        {organizationItems
          .filter((item) => permits(item.roles, who))
          .map(({ page, label, Icon }) => (
            <li key={page}>
              <Link
                to="/organization/$organizationId/$page"
                params={{ organizationId, page }}
                className={classes.link ?? ''}
              >
                <Icon size={16} aria-hidden /> {label}
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}

function SpotMenu({ current, who }: { current: Current; who: Who }) {
  const { spot } = current;
  if (!spot) return null;
  const params = { organizationId: current.organizationId ?? '', spotId: String(spot.pk) };
  return (
    <>
      <p className={classes.heading}>Property</p>
      <ul className={classes.list}>
        <li>
          <Link
            to="/organization/$organizationId/spots/$spotId/detail"
            params={params}
            className={classes.link ?? ''}
          >
            <LayoutDashboard size={16} aria-hidden /> Detail
          </Link>
        </li>
        {spotMenuFor(spot, who).map(({ segment, label }) => {
          const Icon = spotIcons[segment] ?? LayoutDashboard;
          return (
            <li key={segment}>
              <Link
                to="/organization/$organizationId/spots/$spotId/$page"
                params={{ ...params, page: segment }}
                className={classes.link ?? ''}
              >
                <Icon size={16} aria-hidden /> {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

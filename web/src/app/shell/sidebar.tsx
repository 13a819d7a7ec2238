import { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { Car, ChevronRight, LogOut, Search, Settings as SettingsIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../kernel/queries.ts';
import { endSession, useProfile } from '../../kernel/session.tsx';
import { Bone, upTo } from '../../ui/data/skeleton.tsx';
import { ColorSchemeSwitch } from '../../ui/frame/color-scheme-switch.tsx';
import { useCurrent } from './current.ts';
import type { MenuFold, MenuItem } from './menu.ts';
import { alwaysThere, organizationMenu, propertyMenu } from './menu.ts';
import { OrganizationSelect } from './organization-select.tsx';
import { findOrganizationPage } from './same-page.ts';
import classes from './sidebar.module.css';
import { SpotSelect } from './spot-select.tsx';
import { useWho } from './use-pages.ts';

function WelcomeBlock({ current }: { current: ReturnType<typeof useCurrent> }) {
  const profile = useProfile();
  // Its line is kept: opening an organization leads to its first property, and the menu stays where it is.
  const zone = current.spot?.timezone ?? (current.spots.length > 0 ? '\u00a0' : null);
  return (
    <div className={classes.welcome}>
      <p className={classes.hello}>
        <Link to="/account" title="Your account">
          Welcome, {profile.first_name}
        </Link>
        {profile.superuser ? <span className={classes.marker}>Superuser</span> : null}
      </p>
      {profile.email ? <p className={classes.dimmed}>{profile.email}</p> : null}
      {current.organization ? <p>{current.organization.name}</p> : null}
      {zone ? <p className={classes.dimmed}>{zone.replaceAll('_', ' ')}</p> : null}
    </div>
  );
}

/** Loaded on demand: few people need it, and it has forms that no other menu does. */
const SuperuserMenu = lazy(() =>
  import('./superuser-menu.tsx').then((loaded) => ({ default: loaded.SuperuserMenu })),
);

/** The whole menu: the person, the organization, the property, and the logout. */
export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const profile = useProfile();
  const current = useCurrent();
  const viewer = useWho(current);
  const organizations = useRead(listOrganizations, profile.superuser ? null : {});
  const isLoading = current.isLoading || (organizations.isPending && !profile.superuser);
  // Initially everything appears at once, so nothing moves; later the menu stays, and the focus with it.
  const [isReady, setReady] = useState(!isLoading);
  if (!(isReady || isLoading)) setReady(true);
  if (!isReady) return <MenuOutline />;
  return (
    <Suspense>
      <div className={classes.sidebar}>
        <div className={classes.top}>
          <WelcomeBlock current={current} />
          <ColorSchemeSwitch />
        </div>
        <button type="button" className={classes.search} onClick={onSearch}>
          <Search size={16} aria-hidden /> Go to… <kbd className={classes.keys}>Ctrl K</kbd>
        </button>
        {profile.superuser ? <SuperuserMenu current={current} /> : null}
        <nav aria-label="Main" className={classes.nav}>
          <OrganizationSelect current={current} organizations={organizations.data ?? []} />
          <MenuList heading={null} items={organizationMenu(current, viewer)} />
          {current.spots.length > 1 ? <SpotSelect {...{ current, viewer }} /> : null}
          <MenuList
            heading={current.spots.length > 1 ? null : 'Property'}
            items={propertyMenu(current, viewer)}
          />
          <ul className={`${classes.list} ${classes.last}`}>
            <MenuLinks items={alwaysThere(current)} />
            <li>
              <LogoutButton />
            </li>
          </ul>
        </nav>
      </div>
    </Suspense>
  );
}

/** Where the menu will be. */
const MenuOutline = () => (
  <div className={classes.outline} aria-hidden>
    {upTo(12).map((row) => (
      <Bone key={row} width={row % 3 === 0 ? '60%' : '80%'} />
    ))}
  </div>
);

/** `heading` is null when what is above the list already names it. */
function MenuList({ heading, items }: { heading: string | null; items: readonly MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <>
      {heading ? <p className={classes.heading}>{heading}</p> : null}
      <ul className={classes.list}>
        <MenuLinks items={items.filter(({ fold }) => !fold)} />
        {folds.map(({ name, Icon }) => {
          const folded = items.filter(({ fold }) => fold === name);
          return folded.length > 0 ? (
            <li key={name}>
              <Fold name={name} Icon={Icon} items={folded} />
            </li>
          ) : null;
        })}
      </ul>
    </>
  );
}

const folds: readonly { name: MenuFold; Icon: LucideIcon }[] = [
  { name: 'Cars', Icon: Car },
  { name: 'Settings', Icon: SettingsIcon },
];

/** Pages behind one name, folded unless one of them is open. */
function Fold({
  name,
  Icon,
  items,
}: {
  name: string;
  Icon: LucideIcon;
  items: readonly MenuItem[];
}) {
  const page = findOrganizationPage(useLocation().pathname);
  return (
    <details open={items.some((item) => item.page === page)}>
      <summary className={classes.link}>
        <Icon size={16} aria-hidden /> {name}
        <ChevronRight size={16} aria-hidden className={classes.fold} />
      </summary>
      <ul className={`${classes.list} ${classes.inner}`}>
        <MenuLinks items={items} />
      </ul>
    </details>
  );
}

function MenuLinks({ items }: { items: readonly MenuItem[] }) {
  return items.map(({ label, Icon, link }) => (
    <li key={label}>
      <Link {...link} className={classes.link ?? ''}>
        <Icon size={16} aria-hidden /> {label}
      </Link>
    </li>
  ));
}

function LogoutButton() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={classes.link}
      onClick={() => void endSession(() => navigate({ to: '/login', replace: true }))}
    >
      <LogOut size={16} aria-hidden /> Logout
    </button>
  );
}

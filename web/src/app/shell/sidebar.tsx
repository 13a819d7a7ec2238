import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import type { PageGroup, Viewer } from '@lotkeeper/contract/platform/pages';
import { pageGroups } from '@lotkeeper/contract/platform/pages';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { keptInBrowser } from '../../kernel/kept.ts';
import { useRead } from '../../kernel/queries.ts';
import { endSession, useProfile } from '../../kernel/session.tsx';
import { Bone, upTo } from '../../ui/data/skeleton.tsx';
import { ColorSchemeSwitch } from '../../ui/frame/color-scheme-switch.tsx';
import { useCurrent } from './current.ts';
import type { MenuItem } from './menu.ts';
import { helpLink, listOrganizationItems, listOtherItems, listSpotItems } from './menu.ts';
import { OrganizationSelect } from './organization-select.tsx';
import { pageIcons } from './page-icons.ts';
import classes from './sidebar.module.css';
import { SpotSelect } from './spot-select.tsx';
import { useWho } from './use-pages.ts';

/** Loaded on demand: few people need them. */
const SuperuserMenu = lazy(() =>
  import('./superuser-menu.tsx').then((loaded) => ({ default: loaded.SuperuserMenu })),
);
const SuperuserSearch = lazy(() =>
  import('./superuser-menu.tsx').then((loaded) => ({ default: loaded.SuperuserSearch })),
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
  const pages = useOpenItemInSight(isReady);
  if (!isReady) return <MenuOutline />;
  return (
    <Suspense>
      <nav aria-label="Main" className={classes.sidebar}>
        <Person />
        {profile.superuser || current.organization ? (
          <div className={classes.place}>
            {profile.superuser ? (
              <SuperuserSearch {...{ current, viewer }} />
            ) : (
              <Place {...{ current, viewer }} organizations={organizations.data ?? []} />
            )}
            <Zone current={current} />
          </div>
        ) : null}
        <button type="button" className={classes.search} onClick={onSearch}>
          <Search size={16} aria-hidden /> Go to… <kbd className="ui-key">Ctrl K</kbd>
        </button>
        <div className={classes.pages} ref={pages}>
          <MenuList
            items={[...listOrganizationItems(current, viewer), ...listOtherItems(current, viewer)]}
          />
          {current.spot ? <p className={classes.heading}>{current.spot.name}</p> : null}
          <MenuList items={listSpotItems(current, viewer)} />
          {profile.superuser ? <SuperuserMenu current={current} /> : null}
        </div>
        <ul className={classes.last}>
          <li>
            <Link {...helpLink(current)} className={classes.link ?? ''}>
              Help Center
            </Link>
          </li>
          <li>
            <ColorSchemeSwitch />
          </li>
          <li>
            <LogoutButton />
          </li>
        </ul>
      </nav>
    </Suspense>
  );
}

/** Scrolls the menu to the open page. */
function useOpenItemInSight(isReady: boolean) {
  const pages = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef('');
  useEffect(() => {
    if (!isReady || shownPath.current === pathname) return;
    shownPath.current = pathname;
    pages.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [isReady, pathname]);
  return pages;
}

function Person() {
  const profile = useProfile();
  return (
    <div className={classes.person}>
      <p>
        <Link to="/account" title="Your account">
          Welcome, {profile.first_name}
        </Link>
        {profile.superuser ? <span className={classes.marker}>Superuser</span> : null}
      </p>
      {profile.email ? <p className={classes.dimmed}>{profile.email}</p> : null}
    </div>
  );
}

/** The organization and the property, as lists where there are several. */
function Place(props: {
  current: ReturnType<typeof useCurrent>;
  viewer: Viewer;
  organizations: AnswerOf<typeof listOrganizations>;
}) {
  const { current, viewer, organizations } = props;
  return (
    <>
      {organizations.length > 1 ? (
        <OrganizationSelect {...{ current, organizations }} />
      ) : (
        <p>{current.organization?.name}</p>
      )}
      {current.spots.length > 1 ? (
        <SpotSelect {...{ current, viewer }} />
      ) : (
        current.spots.map(({ pk, name }) => <p key={pk}>{name}</p>)
      )}
    </>
  );
}

/** The time zone of the property, or of all of them. */
function Zone({ current: { spot, spots } }: { current: ReturnType<typeof useCurrent> }) {
  const [zone, ...others] = new Set((spot ? [spot] : spots).map(({ timezone }) => timezone));
  if (!zone) return null;
  const text = others.length > 0 ? 'Several time zones' : zone.replaceAll('_', ' ');
  return <p className={classes.dimmed}>{text}</p>;
}

/** Where the menu will be. */
const MenuOutline = () => (
  <div className={classes.outline} aria-hidden>
    {upTo(12).map((row) => (
      <Bone key={row} width={row % 3 === 0 ? '60%' : '80%'} />
    ))}
  </div>
);

/** Pages in the menu. Those of a group are folded under its name, unless there is only one. */
function MenuList({ items }: { items: readonly MenuItem[] }) {
  const groups = pageGroups
    .map((name) => ({ name, pages: items.filter(({ place }) => place === name) }))
    .filter(({ pages }) => pages.length > 1);
  const rows = items.filter(
    ({ place }) => place !== 'palette' && !groups.some(({ name }) => name === place),
  );
  return (
    <ul>
      {rows.map((item) => (
        <MenuLink key={item.label} item={item} Icon={item.Icon} />
      ))}
      {groups.map((group) => (
        <MenuGroup key={group.name} {...group} />
      ))}
    </ul>
  );
}

/** Below the name of a group it has no icon. */
const MenuLink = ({ item, Icon }: { item: MenuItem; Icon?: MenuItem['Icon'] }) => (
  <li>
    <Link {...item.link} className={classes.link ?? ''}>
      {Icon ? <Icon size={16} aria-hidden /> : null} {item.label}
    </Link>
  </li>
);

/** The names of the groups that the person left open in this browser. */
const storageKey = 'open-groups';
const readOpen = () => (keptInBrowser.read(storageKey) ?? '').split(',');

/** Opens where one of its pages is, and stays as the person left it. */
function MenuGroup({ name, pages }: { name: PageGroup; pages: readonly MenuItem[] }) {
  const open = useLocation().pathname.replace(/^\/organization\/[^/]+\//, '');
  const isHere = pages.some(({ path }) => path && `${open}/`.startsWith(`${path}/`));
  const [isOpen, setOpen] = useState(() => readOpen().includes(name));
  const [wasHere, setWasHere] = useState(false);
  if (isHere !== wasHere) {
    setWasHere(isHere);
    if (isHere) setOpen(true);
  }
  const toggle = () => {
    const others = readOpen().filter((other) => other !== name);
    keptInBrowser.keep(storageKey, (isOpen ? others : [...others, name]).join(','));
    setOpen(!isOpen);
  };
  const Icon = pageIcons[name];
  return (
    <li>
      <button type="button" className={classes.link} aria-expanded={isOpen} onClick={toggle}>
        {Icon ? <Icon size={16} aria-hidden /> : null} {name}
        <ChevronRight size={16} aria-hidden className={classes.fold} />
      </button>
      {isOpen ? (
        <ul className={classes.inner}>
          {pages.map((page) => (
            <MenuLink key={page.label} item={page} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function LogoutButton() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={classes.link}
      onClick={() => void endSession(() => navigate({ to: '/login', replace: true }))}
    >
      Logout
    </button>
  );
}

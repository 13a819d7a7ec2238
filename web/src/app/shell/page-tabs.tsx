import type { OrganizationPage, SpotPage } from '@lotkeeper/contract/platform/pages';
import { Link, useLocation } from '@tanstack/react-router';
import classes from './shell.module.css';
import { usePages } from './use-pages.ts';

/** Pages about one subject, in the order of their tabs. */
const subjects: readonly (readonly (OrganizationPage | SpotPage)[])[] = [
  ['income-statement', 'close', 'books', 'taxes', 'booking-sites'],
  ['payouts', 'payouts/bank'],
  ['api-keys', 'webhooks'],
  ['codes', 'validation-bills'],
];

/** The open page and its sisters that the person can open, as tabs. */
export function PageTabs() {
  const { pathname } = useLocation();
  const pages = usePages();
  const paths = subjects.find((all) => all.some((path) => pathname.endsWith(`/${path}`)));
  const tabs = (paths ?? []).flatMap((path) => pages.filter((page) => page.path === path));
  if (tabs.length < 2) return null;
  return (
    <nav className={`${classes.tabs} ui-note ui-screen`} aria-label="Sister pages">
      {tabs.map(({ path, label, link }) => (
        <Link key={path} {...link}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

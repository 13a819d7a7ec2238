import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthName } from '@lotkeeper/contract/kernel/format';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { OrganizationPage, SpotPage } from '@lotkeeper/contract/platform/pages';
import { organizationPages } from '@lotkeeper/contract/platform/pages';
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { CalendarClock, CircleHelp, Zap } from 'lucide-react';
import { keptInBrowser } from '../../kernel/kept.ts';
import type { MenuItem } from './menu.ts';
import { organizationUrl } from './same-page.ts';

type Group = 'Last used' | 'Pages' | 'Actions' | 'Properties' | 'Organizations' | 'Plates' | 'Help';

/** A row of the palette. */
export interface PaletteItem {
  group: Group;
  label: string;
  Icon: LucideIcon;
  link: LinkProps;
  /** Where it is, or leads. */
  where: string;
  /** What else people call it. */
  words?: string;
}

/** Where people do what they have in mind; the page's own button is one click further. */
const actions: readonly { label: string; page: OrganizationPage | SpotPage; words?: string }[] = [
  { label: 'Add a visitor', page: 'visitors', words: 'guest' },
  { label: 'Add an event', page: 'events', words: 'game concert closed' },
  { label: 'Add a validation code', page: 'codes' },
  { label: 'Add a discount code', page: 'promos', words: 'coupon' },
  { label: 'Invite a team member', page: 'team', words: 'add person user accountant' },
  { label: 'Import a file', page: 'history', words: 'csv excel upload' },
  { label: 'Get alerts', page: 'alerts', words: 'notify warn push text' },
  { label: 'Add bank file', page: 'payouts/bank', words: 'deposits' },
  { label: 'Set a tax rate', page: 'taxes' },
  { label: 'Connect a camera', page: 'cameras' },
  { label: 'Create an API key', page: 'api-keys' },
  { label: 'Add a webhook', page: 'webhooks' },
];

/** What a person who changes things can do on the pages that they can open. The last month that ended can be closed. */
export function listActions(pages: readonly MenuItem[], today: LocalDate): PaletteItem[] {
  const month = addMonths(startOfMonth(today), -1).slice(0, 7);
  const close = {
    label: `Close ${formatMonthName(month)}`,
    page: 'close',
    words: 'month sign',
    search: { month },
  };
  return [...actions, close].flatMap(({ page: path, label, words = '', ...rest }) => {
    const page = pages.find((item) => item.path === path);
    if (!page) return [];
    const link = { ...page.link, ...rest } as LinkProps;
    return [{ group: 'Actions', label, Icon: Zap, link, where: page.label, words }];
  });
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What a typed plate, or the reference of a rental, leads to. */
export function listRecords(
  text: string,
  pages: readonly MenuItem[],
  { organizationId, mayOpenRentals }: { organizationId: string; mayOpenRentals: boolean },
): PaletteItem[] {
  const input = text.trim();
  if (uuid.test(input)) {
    const rental = organizationPages['rentals/$uuid'].name;
    const to = `${organizationUrl}/rentals/$uuid` as const;
    const link: LinkProps = { to, params: { organizationId, uuid: input } };
    const item = {
      group: 'Plates',
      label: input,
      Icon: CalendarClock,
      link,
      where: rental,
    } as const;
    return mayOpenRentals ? [item] : [];
  }
  const { length } = plateKey(input);
  // Words of pages have no digits; a plate without one has to be checked on its page.
  if (length < 2 || length > 10 || !/\d/.test(input)) return [];
  const searches = { check: { plate: input }, drivers: { searchTerm: input } };
  return (['check', 'drivers'] as const).flatMap((path) => {
    const page = pages.find((item) => item.path === path);
    if (!page) return [];
    const link = { ...page.link, search: searches[path] } as LinkProps;
    const label = input.toUpperCase();
    return [{ group: 'Plates' as const, label, Icon: page.Icon, link, where: page.label }];
  });
}

/** A search of the Help Center, for when nothing else is found. */
export const searchHelp = (text: string, link: LinkProps): PaletteItem => ({
  group: 'Help',
  label: `Search “${text.trim()}”`,
  Icon: CircleHelp,
  link,
  where: 'Help Center',
});

/** How well an item fits: its label begins with the search, has a word that does, has it, or has other words. */
function rank({ label }: PaletteItem, query: string): number {
  const name = label.toLowerCase();
  if (name.startsWith(query)) return 0;
  if (name.includes(` ${query}`)) return 1;
  return name.includes(query) ? 2 : 3;
}

/** Items whose label or other words contain every typed word, those that fit best first. */
export function findItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const query = text.trim().toLowerCase();
  const words = query.split(/\s+/).filter(Boolean);
  return items
    .filter(({ label, words: others = '' }) => {
      const searched = `${label} ${others}`.toLowerCase();
      return words.every((word) => searched.includes(word));
    })
    .toSorted((a, b) => rank(a, query) - rank(b, query));
}

/** Rows of a group at once; typing more finds the rest. */
const maxInGroup = 6;

/** The items by group, with the group that fits best first. */
export function groupItems(items: readonly PaletteItem[]): { name: Group; items: PaletteItem[] }[] {
  return [...Map.groupBy(items, ({ group }) => group)].map(([name, members]) => ({
    name,
    items: members.slice(0, maxInGroup),
  }));
}

const storageKey = 'palette-used';
const maxUsed = 3;
const getKey = ({ group, label }: PaletteItem) => `${group} ${label}`;
const readUsed = () => (keptInBrowser.read(storageKey) ?? '').split('\n').filter(Boolean);

/** Remembers in this browser what was used last; a plate isn't kept. */
export function keepUsed(item: PaletteItem): void {
  if (item.group === 'Plates' || item.group === 'Help') return;
  const key = getKey(item);
  const keys = [key, ...readUsed().filter((other) => other !== key)];
  keptInBrowser.keep(storageKey, keys.slice(0, maxUsed).join('\n'));
}

/** The items with those that were used last in front. */
export function putUsedFirst(items: readonly PaletteItem[]): PaletteItem[] {
  const used = readUsed().flatMap((key) => items.find((item) => getKey(item) === key) ?? []);
  const others = items.filter((item) => !used.includes(item));
  return [...used.map((item) => ({ ...item, group: 'Last used' as const })), ...others];
}

import { permits } from '@lotkeeper/contract/kernel/access';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import { organizationPages, pageGroups } from '@lotkeeper/contract/platform/pages';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { Building2, CarFront } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useState } from 'react';
import { localZone, now } from '../../kernel/clock.ts';
import { useRead } from '../../kernel/queries.ts';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { useCurrent } from './current.ts';
import type { MenuItem } from './menu.ts';
import { helpLink } from './menu.ts';
import classes from './palette.module.css';
import type { PaletteItem } from './palette-items.ts';
import {
  findItems,
  groupItems,
  keepUsed,
  listActions,
  listRecords,
  putUsedFirst,
  searchHelp,
} from './palette-items.ts';
import { useListedPages, useWho } from './use-pages.ts';

/** Everything that can be opened from here, and what a text leads to. */
function useItems(text: string): PaletteItem[] {
  const current = useCurrent();
  const { organization, spots, spot } = current;
  const organizationId = current.organizationId ?? '';
  const viewer = useWho(current);
  const pages = useListedPages();
  const organizations = useRead(listOrganizations, {}).data ?? [];
  const toItems = (items: readonly MenuItem[], at = '') =>
    items.map(({ label, Icon, link, place, words }): PaletteItem => {
      const where = pageGroups.find((group) => group === place) ?? at;
      return { group: 'Pages', label, Icon, link, where, words };
    });
  const all = Object.values(pages).flat();
  const today = toLocalDate(now(), (spot ?? spots[0])?.timezone ?? localZone());
  const items: PaletteItem[] = [
    ...toItems(pages.spot, spot?.name),
    ...toItems(pages.organization, organization?.name),
    ...toItems(pages.others),
    ...(viewer.role === 'ACCOUNTANT' ? [] : listActions(all, today)),
    ...spots.map(({ pk, name, address }) => ({
      group: 'Properties' as const,
      label: name,
      Icon: CarFront,
      link: linkOptions({
        to: '/organization/$organizationId/spots/$spotId/detail',
        params: { organizationId, spotId: String(pk) },
      }),
      where: address.city,
    })),
    ...organizations.map(({ pk, name }) => ({
      group: 'Organizations' as const,
      label: name,
      Icon: Building2,
      link: linkOptions({
        to: '/organization/$organizationId',
        params: { organizationId: String(pk) },
      }),
      where: '',
    })),
  ];
  if (text.trim() === '') return putUsedFirst(items);
  const mayOpenRentals = permits(organizationPages['rentals/$uuid'].roles, viewer);
  const records = listRecords(text, all, { organizationId, mayOpenRentals });
  const found = [...records, ...findItems(items, text)];
  return found.length > 0 ? found : [searchHelp(text, helpLink(current, text))];
}

/** Opens anything by part of its name. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const groups = groupItems(useItems(text));
  const items = groups.flatMap((group) => group.items);
  useEffect(() => {
    document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeIndex]);
  const go = (item: PaletteItem | undefined) => {
    if (!item) return;
    keepUsed(item);
    onClose();
    void navigate(item.link);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActiveIndex((items.length + activeIndex + step) % Math.max(1, items.length));
    else if (event.key === 'Enter') go(items[activeIndex]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label="Go to" onClose={onClose}>
      <input
        className={classes.input}
        role="combobox"
        aria-label="Page, action, property or plate"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={items[activeIndex] ? `${listId}-${activeIndex}` : undefined}
        placeholder="Page, action, property or plate"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      {groups[0]?.name === 'Help' ? <p className={classes.heading}>No results found</p> : null}
      <div role="listbox" id={listId} aria-label="Results" className={classes.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options isn't a fieldset.
          <div key={group.name} role="group" aria-label={group.name}>
            {group.name === 'Help' ? null : (
              <p className={classes.heading} aria-hidden>
                {group.name}
              </p>
            )}
            {group.items.map((item) => {
              const index = items.indexOf(item);
              return (
                <button
                  key={`${item.label} ${index}`}
                  id={`${listId}-${index}`}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === activeIndex}
                  className={classes.row}
                  onClick={() => go(item)}
                >
                  <item.Icon size={16} aria-hidden /> <span>{item.label}</span>{' '}
                  <span className={classes.where}>{item.where}</span>
                </button>
              );
            })}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

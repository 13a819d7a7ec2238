import { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { Building2, CarFront } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import { useRead } from '../../kernel/queries.ts';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { useCurrent } from './current.ts';
import type { MenuItem as ListedPage } from './menu.ts';
import classes from './palette.module.css';
import { usePages } from './use-pages.ts';

type MenuItem = Pick<ListedPage, 'label' | 'Icon' | 'link'> & { words?: string };

/** Rows shown at once; typing more finds the rest. */
const maxShown = 12;

/** Items whose label or other words contain every typed word, with those that begin with it first. */
export function findItems(items: readonly MenuItem[], text: string): MenuItem[] {
  const query = text.trim().toLowerCase();
  const words = query.split(/\s+/).filter(Boolean);
  const matches = items.filter((item) => {
    const searched = `${item.label} ${item.words ?? ''}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const begins = (item: MenuItem) => Number(item.label.toLowerCase().startsWith(query));
  return matches.sort((a, b) => begins(b) - begins(a)).slice(0, maxShown);
}

/** Everything that can be opened from here: pages, properties, organizations. */
function useItems(): MenuItem[] {
  const current = useCurrent();
  const organizations = useRead(listOrganizations, {});
  const spots = current.spots.map((spot) => ({
    label: spot.name,
    Icon: CarFront,
    link: linkOptions({
      to: '/organization/$organizationId/spots/$spotId/detail',
      params: { organizationId: current.organizationId ?? '', spotId: String(spot.pk) },
    }),
  }));
  const others = (organizations.data ?? []).map((organization) => ({
    label: organization.name,
    Icon: Building2,
    link: linkOptions({
      to: '/organization/$organizationId',
      params: { organizationId: String(organization.pk) },
    }),
  }));
  const pages = usePages();
  return [...pages, ...spots, ...others];
}

/** Opens anything by part of its name. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const items = findItems(useItems(), text);
  const go = (item: MenuItem | undefined) => {
    if (!item) return;
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
        aria-label="Page, property or organization"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={items[activeIndex] ? `${listId}-${activeIndex}` : undefined}
        placeholder="Page, property or organization"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <Rows {...{ listId, items, activeIndex }} onChoose={go} />
    </Dialog>
  );
}

function Rows(props: {
  listId: string;
  items: readonly MenuItem[];
  activeIndex: number;
  onChoose: (item: MenuItem) => void;
}) {
  const { listId, items, activeIndex, onChoose } = props;
  if (items.length === 0) return <p className={classes.nothing}>No results found</p>;
  return (
    <div role="listbox" id={listId} aria-label="Results" className={classes.list}>
      {items.map((item, index) => (
        <button
          key={`${item.label} ${index}`}
          id={`${listId}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          className={classes.row}
          onClick={() => onChoose(item)}
        >
          <item.Icon size={16} aria-hidden /> {item.label}
        </button>
      ))}
    </div>
  );
}

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import type { Organization } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWidgetStart, type WidgetProps } from '../ui/use-widget.ts';
import classes from './property-switcher.module.css';

interface PropertyMenuProps {
  organization: Organization;
  spot: SpotSummary;
  spots: readonly SpotSummary[];
  /** The other organizations to switch to. */
  others: readonly Organization[];
  /** The page that opens for another property. */
  page: string;
}

/** @internal Loaded by PropertySwitcher on demand. */
export default function PropertyMenu(props: PropertyMenuProps & WidgetProps) {
  const { organization, spot, spots, others, page, start } = props;
  const [choosing, setChoosing] = useState<'property' | 'organization' | 'property again'>(
    'property',
  );
  const button = useRef<HTMLButtonElement>(null);
  useWidgetStart(button, start);
  return (
    <Menu
      // There are fewer organizations than properties, so the menu shrinks away from the pointer,
      // which would then close it. After a click it stays open until closed.
      trigger={choosing === 'property' ? 'click-hover' : 'click'}
      // Not `onOpen`: the pointer can reopen the menu while it's open.
      onChange={(isOpen) => isOpen || setChoosing('property')}
      openDelay={300}
      closeDelay={300}
      position="bottom-start"
      width={320}
      // Screen readers struggle to find content outside the page's landmarks, and menus with a child that isn't an item.
      portalProps={{ target: 'main' }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className={classes.button}
          aria-label={`${spot.name}, switch property`}
        >
          <span>{spot.name}</span>
          <ChevronDown size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown ?? ''}>
        {choosing === 'organization' ? (
          <OrganizationItems organizations={others} onBack={() => setChoosing('property again')} />
        ) : (
          <>
            <SpotItems {...{ organization, spots, spot, page }} />
            {others.length > 0 ? (
              <>
                <Menu.Divider />
                <SwitchOrganization
                  focused={choosing === 'property again'}
                  onClick={() => setChoosing('organization')}
                />
              </>
            ) : null}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function SpotItems({ organization, spots, spot, page }: Omit<PropertyMenuProps, 'others'>) {
  const navigate = useNavigate();
  return spots.map((option) => (
    <Menu.Item
      key={option.pk}
      className={option.pk === spot.pk ? 'ui-strong' : ''}
      onClick={() =>
        void navigate({
          to: '/organization/$organizationId/spots/$spotId/$page',
          params: { organizationId: String(organization.pk), spotId: String(option.pk), page },
        })
      }
    >
      {option.name}
    </Menu.Item>
  ));
}

/** Takes focus when the list returns to it, so the arrow keys continue from here. */
function SwitchOrganization({ focused, onClick }: { focused: boolean; onClick: () => void }) {
  const item = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) item.current?.focus();
  }, [focused]);
  return (
    <Menu.Item
      ref={item}
      closeMenuOnClick={false}
      rightSection={<ChevronRight size={16} aria-hidden />}
      onClick={onClick}
    >
      Switch Organization
    </Menu.Item>
  );
}

/**
 * The organizations replace the properties instead of opening in a side panel: a panel that opens
 * under the pointer takes the click meant for its own line, and doesn't fit on a phone.
 */
function OrganizationItems({
  organizations,
  onBack,
}: {
  organizations: readonly Organization[];
  onBack: () => void;
}) {
  const navigate = useNavigate();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <Menu.Item
        ref={first}
        closeMenuOnClick={false}
        leftSection={<ChevronLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        Properties
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>Switch Organization</Menu.Label>
      {organizations.map((option) => (
        <Menu.Item
          key={option.pk}
          onClick={() =>
            void navigate({
              to: '/organization/$organizationId',
              params: { organizationId: String(option.pk) },
            })
          }
        >
          {option.name}
        </Menu.Item>
      ))}
    </>
  );
}

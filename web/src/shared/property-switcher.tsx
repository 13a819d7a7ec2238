import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import type { Organization } from '@lotkeeper/contract/organizations';
import { listOrganizations } from '@lotkeeper/contract/organizations';
import type { SpotSummary } from '@lotkeeper/contract/spots';
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useRead } from '../kernel/queries.ts';
import classes from './property-switcher.module.css';
import { addressOf } from './spot-address.ts';

interface PropertySwitcherProps {
  organization: Organization;
  spot: SpotSummary;
  spots: readonly SpotSummary[];
  /** The screen that another property opens on. */
  page: string;
}

/** The head of a property's main screens: its name, address and organization, and the way to the others. */
export function PropertySwitcher({ organization, spot, spots, page }: PropertySwitcherProps) {
  const organizations = useRead(listOrganizations, {});
  const others = (organizations.data ?? []).filter((one) => one.pk !== organization.pk);
  const several = spots.length > 1 || others.length > 0;
  return (
    <header className={classes.header}>
      <h1 className={classes.name}>
        {several ? (
          <Menu
            trigger="click-hover"
            openDelay={100}
            closeDelay={300}
            position="bottom-start"
            width={320}
          >
            <Menu.Target>
              <button
                type="button"
                className={classes.button}
                aria-label={`${spot.name}, switch property`}
              >
                <span>{spot.name}</span>
                <ChevronDown size={18} aria-hidden />
              </button>
            </Menu.Target>
            <Menu.Dropdown className={classes.dropdown ?? ''}>
              <SpotItems {...{ organization, spots, spot, page }} />
              {others.length > 0 ? <OrganizationItems organizations={others} /> : null}
            </Menu.Dropdown>
          </Menu>
        ) : (
          spot.name
        )}
      </h1>
      <p className={classes.address}>
        {addressOf(spot)} <span aria-hidden>·</span> {organization.name}
      </p>
    </header>
  );
}

function SpotItems({ organization, spots, spot, page }: PropertySwitcherProps) {
  const navigate = useNavigate();
  return spots.map((one) => (
    <Menu.Item
      key={one.pk}
      className={one.pk === spot.pk ? (classes.current ?? '') : ''}
      onClick={() =>
        void navigate({
          to: '/organization/$organizationId/spots/$spotId/$page',
          params: { organizationId: String(organization.pk), spotId: String(one.pk), page },
        })
      }
    >
      {one.name}
    </Menu.Item>
  ));
}

function OrganizationItems({ organizations }: { organizations: readonly Organization[] }) {
  const navigate = useNavigate();
  return (
    <>
      <Menu.Divider />
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item>Switch Organization</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>
          {organizations.map((one) => (
            <Menu.Item
              key={one.pk}
              onClick={() =>
                void navigate({
                  to: '/organization/$organizationId',
                  params: { organizationId: String(one.pk) },
                })
              }
            >
              {one.name}
            </Menu.Item>
          ))}
        </Menu.Sub.Dropdown>
      </Menu.Sub>
    </>
  );
}

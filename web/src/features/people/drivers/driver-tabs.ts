/** The tabs of the Drivers page, as in its URL. */
export const driverTabs = ['monthly', 'transient', 'tenants'] as const;
export type DriverTab = (typeof driverTabs)[number];

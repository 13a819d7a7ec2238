/** The tabs of the Drivers page, as its address names them. */
export const driverTabs = ['monthly', 'transient', 'tenants'] as const;
export type DriverTab = (typeof driverTabs)[number];

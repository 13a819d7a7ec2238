import * as z from 'zod/mini';
import { localDateText } from '../kernel/local-date.ts';

/** The earliest day that can be reported on. */
export const earliestReportDate = '2019-01-01';

const reportDate = localDateText.check(
  z.refine((date) => date >= earliestReportDate, `Must not be before ${earliestReportDate}.`),
);

/** The days of a report, both included. */
export const reportRangeFields = { start_date: reportDate, end_date: reportDate };

/** Refuses a range that ends before it starts. */
export const rangeInOrder = z.refine<{
  start_date?: string | undefined;
  end_date?: string | undefined;
}>(
  ({ start_date, end_date }) =>
    start_date === undefined || end_date === undefined || start_date <= end_date,
  { error: 'Must not be before start_date.', path: ['end_date'] },
);

/** Refuses a query that names both an organization and a property, or neither. */
export const eitherOrganizationOrSpot = z.refine<{
  organization?: string | undefined;
  spot?: string | undefined;
}>(({ organization, spot }) => (organization === undefined) !== (spot === undefined), {
  error: 'Send either an organization or a spot.',
  path: ['organization'],
});

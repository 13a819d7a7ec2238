import * as z from 'zod/mini';
import { choiceParam, textParam } from '../../../kernel/search-params.ts';

/** The report as text. The page reads it: what a report is made of is not the login's. */
export const customReportSearch = z.object({
  measures: textParam(200),
  group: textParam(),
  range: textParam(),
  startDate: textParam(),
  endDate: textParam(),
  per: choiceParam(['day']),
});
export type ReportSearch = z.output<typeof customReportSearch>;

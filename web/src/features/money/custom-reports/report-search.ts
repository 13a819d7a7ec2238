import * as z from 'zod/mini';
import { choiceParam, textParam } from '../../../kernel/search-params.ts';

/** The report's settings as text. The page parses them, so the login doesn't load that code. */
export const customReportSearch = z.object({
  measures: textParam(200),
  group: textParam(),
  range: textParam(),
  startDate: textParam(),
  endDate: textParam(),
  per: choiceParam(['day']),
});
export type ReportSearch = z.output<typeof customReportSearch>;

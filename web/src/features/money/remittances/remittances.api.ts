import type { DateOrder } from '@lotkeeper/contract/intake/csv-reading';
import type { AnswerOf, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { BookingSite } from '@lotkeeper/contract/money/booking-lists';
import { getMonthClose } from '@lotkeeper/contract/money/close';
import type { RemittanceColumn } from '@lotkeeper/contract/money/remittances';
import {
  getRemittances,
  importRemittance,
  listSiteBookings,
  previewRemittance,
} from '@lotkeeper/contract/money/remittances';
import { useSend } from '../../../kernel/queries.ts';

/** The reads that remittance files and rates change. */
export const changedReads = [getRemittances, listSiteBookings, getMonthClose];

/** What somebody chose about a file. */
export interface ChosenReading {
  columns?: RemittanceColumn[];
  date_order?: DateOrder;
  header_line?: number;
}

interface Sending {
  organizationId: string;
  source: BookingSite;
  file: File;
  reading: ChosenReading;
}

/** The input of both calls that send a file. */
export const toFileInput = ({
  organizationId,
  source,
  file,
  reading: { columns, date_order, header_line },
}: Sending): InputOf<typeof importRemittance> => ({
  params: { orgId: organizationId },
  query: {
    source,
    ...(columns && { columns: columns.join(',') }),
    ...(date_order && { date_order }),
    ...(header_line !== undefined && { header_line: String(header_line) }),
  },
  // A type that no server tries to read by itself.
  body: file.slice(0, file.size, 'application/octet-stream'),
});

export const usePreview = () => useSend(previewRemittance);

export const useImport = () => useSend(importRemittance, changedReads);
export type ImportResult = AnswerOf<typeof importRemittance>;

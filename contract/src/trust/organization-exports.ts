import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText, text } from '../kernel/fields.ts';

/** How many days an export can be downloaded. */
export const exportDays = 7;

export const exportStates = ['waiting', 'running', 'done', 'failed', 'removed'] as const;
export type ExportState = (typeof exportStates)[number];

const count = z.int();

/** An export of everything that an organization has. */
export const organizationExport = z.object({
  pk: z.int(),
  state: z.enum(exportStates),
  created_at: z.int(),
  created_by: z.string(),
  finished_at: z.nullable(z.int()),
  expires_at: z.nullable(z.int()),
  all_rows: count,
  done_rows: count,
  all_images: count,
  done_images: count,
  missing_images: count,
  bytes: count,
  downloads: count,
});
export type OrganizationExport = z.infer<typeof organizationExport>;

export const organizationExports = z.object({
  name: z.string(),
  images: count,
  image_bytes: count,
  exports: z.array(organizationExport),
});
export type OrganizationExports = z.infer<typeof organizationExports>;

const byOrganization = z.strictObject({ id: pkOrUuidText });

export const listOrganizationExports = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/exports/',
  summary: 'The newest exports of everything, and what a new one would have',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  answer: organizationExports,
  failure: 'Could not fetch the exports',
});

export const createOrganizationExport = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/exports/',
  summary: 'Exports everything that the organization has; a job does it',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  events: [],
  params: byOrganization,
  body: z.strictObject({ confirm: text(200, 'Enter the organization’s name to confirm') }),
  answer: organizationExport,
  failure: 'Could not start the export',
});

export const downloadOrganizationExport = endpoint({
  method: 'GET',
  path: '/api/downloads/organization_exports/:id/:export/',
  summary: 'An export of everything, as a ZIP',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  params: z.strictObject({ id: pkOrUuidText, export: pkText }),
  file: 'application/zip',
  failure: 'Could not download the export',
});

/** Shown when an export can't be started or downloaded. */
export const exportMessages = {
  notSame: 'This isn’t the name of the organization.',
  isRunning: 'An export is being made already. Wait until it’s done.',
  notReady: 'This export isn’t there to download: it isn’t done, or was removed after 7 days.',
} as const;

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  pk: ['The number of the export.', 3],
  name: ['The name of the organization.', 'Sonoran Parking'],
  state: 'Where it is: `waiting` and `running`, then `done`, or `failed`. `removed` after 7 days.',
  created_at: 'When it was asked for, in milliseconds since 1970.',
  created_by: 'The name of the person who asked for it.',
  finished_at: 'When it was done or failed, in milliseconds since 1970; null before.',
  expires_at: 'When it is removed, in milliseconds since 1970; null before it is done.',
  all_rows: ['How many rows there are to export.', 120_000],
  done_rows: ['How many were exported so far.', 80_000],
  all_images: ['How many images there are to export.', 2000],
  done_images: ['How many were exported so far.', 1200],
  missing_images: ['How many images had no file any more.', 0],
  bytes: ['The size of the ZIP so far.', 52_000_000],
  downloads: ['How often it was downloaded.', 1],
  images: ['How many images a new export would have; those with the same bytes are one.', 2000],
  image_bytes: ['The size of those images.', 480_000_000],
  exports: 'The newest exports, newest first.',
  confirm: ['The name of the organization.', 'Sonoran Parking'],
  ':path.export': ['The export, by its number.', '3'],
};

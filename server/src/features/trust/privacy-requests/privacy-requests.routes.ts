import {
  createPrivacyRequest,
  downloadPrivacyRequest,
  erasePrivacyRequest,
  getPrivacyRequest,
  listPrivacyRequests,
  requestMessages,
} from '@lotkeeper/contract/trust/privacy-requests';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal, requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { readOrganization } from '../../platform/organizations/public.ts';
import { exportFile } from './export-file.ts';
import { countFindings, listPlates } from './findings.queries.ts';
import {
  confirmRequest,
  insertRequest,
  listRequestRows,
  noteExport,
  openSubject,
  readRequest,
  toPrivacyRequest,
} from './requests.queries.ts';
import { toKey, wrongValue } from './subject.rules.ts';

/** Requests that a person can open per hour, so that nobody looks up one plate after another. */
const maxRequests = 60;
/** Exports that a person can download per hour. */
const maxExports = 20;

interface Deps {
  limiter: Limiter;
  secretBox: SecretBox;
  files: FileStore;
}

/** Drivers' requests: to export the data about them, and to erase it. */
export function privacyRequestsRoutes(serve: Serve, { limiter, secretBox, files }: Deps): void {
  async function requireRequest(scope: OrganizationScope, pk: number) {
    const row = requireFound(await readRequest(scope, pk), 'privacy request');
    return { row, subject: openSubject(secretBox, row) };
  }

  async function requireOpen(scope: OrganizationScope, pk: number) {
    const { row, subject } = await requireRequest(scope, pk);
    if (!subject) throw new Refusal('not_found', requestMessages.forgotten);
    return { row, subject };
  }

  serve(createPrivacyRequest, async ({ scope, body, now }) => {
    const { kind, value, plate_state } = body;
    const key = toKey(kind, value);
    if (key === null) throw wrongFields({ value: wrongValue[kind] });
    if (kind !== 'plate' && plate_state !== undefined)
      throw wrongFields({ plate_state: requestMessages.stateOfPlate });
    await limiter.enforce(`privacy requests ${scope.person.pk}`, maxRequests, now, 'requests');
    const subject = { kind, key, state: plate_state?.toUpperCase() ?? null };
    return insertRequest(scope, { subject, secretBox }, now);
  });

  serve(listPrivacyRequests, async ({ scope, query }) => listRequestRows(scope, query.page));

  serve(getPrivacyRequest, async ({ scope, params, now }) => {
    const { row, subject } = await requireRequest(scope, params.request);
    const request = toPrivacyRequest(row);
    if (!subject || row.state !== 'open') return { request, findings: null, plates: [] };
    const search = { organizationId: scope.organizationId, subject, now };
    const findings = await countFindings(scope.read.bind(scope), search);
    const plates = await scope.read((sql) => listPlates(sql, search));
    return { request, findings, plates };
  });

  serve(downloadPrivacyRequest, async ({ scope, params, now }) => {
    const { row, subject } = await requireOpen(scope, params.request);
    if (row.state !== 'open') throw new Refusal('not_found', requestMessages.isErased);
    await limiter.enforce(`privacy exports ${scope.person.pk}`, maxExports, now, 'downloads');
    const search = { organizationId: scope.organizationId, subject, now };
    const read = scope.read.bind(scope);
    const findings = await countFindings(read, search);
    await noteExport(scope, row, now);
    const organization = (await readOrganization(scope)).name;
    const exported = { read, search, files, findings, organization, now };
    return exportFile(`driver-data request-${row.pk}`, exported);
  });

  serve(erasePrivacyRequest, async ({ scope, params, body, now }) => {
    const { row, subject } = await requireOpen(scope, params.request);
    if (toKey(subject.kind, body.confirm) !== subject.key)
      throw wrongFields({ confirm: requestMessages.notSame });
    return confirmRequest(scope, row, now);
  });
}

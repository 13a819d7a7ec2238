import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { CloseContent } from '@lotkeeper/contract/money/close';
import { closeLinkNames, getMonthClose, signCloseLinks } from '@lotkeeper/contract/money/close';
import { hashToken, newToken } from '../kernel/access/secrets.ts';
import { makeFormerMember } from './people.factory.ts';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** Months without anything: one that is closed, and the next, whose links are signed. */
export const emptyMonths = { closed: '2019-01-01', signed: '2019-02-01' } as const;

/** Closes a month without anything in it. */
export async function makeClosing(
  sql: Sql,
  organization: { pk: number; uuid: string },
): Promise<void> {
  const content: CloseContent = {
    format: 'lotkeeper close 1',
    organization: { uuid: organization.uuid, name: 'Test' },
    month: emptyMonths.closed as LocalDate,
    closed_at: '2019-02-03T00:00:00Z',
    closed_by: 'Ann Lee',
    newest_entry: 0,
    settings: { tolerance_cents: 100 as never, tolerance_cars: 5 },
    links: [],
    spots: [],
    statement: {},
    adjustments: [],
  };
  await sql`insert into month_closings ${sql.values({
    organization_id: organization.pk,
    month: emptyMonths.closed,
    newest_entry: 0,
    content: JSON.stringify(content),
    content_hash: '',
    sums: sql.json({ entries: 0, gross: 0, refunds: 0, net: 0 }),
    adjustments: sql.json([]),
    closed_by: (await makeFormerMember(sql, organization)).pk,
    closed_at: fromIso('2019-02-03T00:00:00Z'),
  })}`;
}

/** Signs all links of a month without anything in it. */
export async function signEmptyMonth(sql: Sql, organization: { pk: number }): Promise<void> {
  const person = await makeFormerMember(sql, organization);
  await sql`insert into month_signatures ${sql.values(
    closeLinkNames.map((link) => ({
      organization_id: organization.pk,
      month: emptyMonths.signed,
      link,
      first_sum: 0,
      second_sum: 0,
      unexplained: 0,
      reason: 'Nothing happened',
      signed_by: person.pk,
      signed_at: fromIso('2019-03-02T00:00:00Z'),
    })),
  )}`;
}

/** Signs the links of a month as they are. */
export async function signMonth(
  at: TestApp,
  organization: { pk: number },
  { month, token, reason = 'Ties' }: { month: string; token: string; reason?: string },
) {
  const params = { orgId: String(organization.pk) };
  const { body } = await at.call(getMonthClose, { params, query: { month } }, { token });
  const links = body.links
    .filter(({ state }) => state !== 'not_applicable')
    .map(({ link, first, second, unexplained }) => ({
      link,
      first: first.value,
      second: second.value,
      unexplained,
    }));
  return at.call(signCloseLinks, { params, body: { month, reason, links } }, { token });
}

/** A link for auditors that covers all of an organization's properties for years; `token` opens it. */
export async function makeAuditorLink(
  sql: Sql,
  organization: { pk: number },
  { spots = null, days = 10_000 }: { spots?: number[] | null; days?: number } = {},
): Promise<{ pk: number; token: string }> {
  const token = newToken();
  const person = await makeFormerMember(sql, organization);
  const created = fromIso('2019-02-03T00:00:00Z');
  const [row] = await sql<[{ pk: number }]>`
    insert into auditor_links (organization_id, token_hash, auditor, first_month, last_month, spot_pks, expires_at,
      created_by, created_at)
    values (${organization.pk}, ${hashToken(token)}, 'Jordan Blake', '2019-01-01', '2026-06-01',
      ${spots}::bigint[], ${created + days * dayMs}, ${person.pk}, ${created})
    returning pk`;
  return { pk: row.pk, token };
}

/** A link that calls may revoke, and the token of another. */
export async function makeAuditorLinks(sql: Sql, organization: { pk: number }) {
  const { pk } = await makeAuditorLink(sql, organization);
  const { token } = await makeAuditorLink(sql, organization);
  return { auditorLink: String(pk), auditorToken: token };
}

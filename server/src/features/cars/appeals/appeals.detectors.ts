import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Detector, OpenDetectors } from '../../platform/alerts/public.ts';

/** Appeals that wait for an answer. */
const violationAppealed: Detector = {
  kinds: ['violation_appealed'],
  async findProblems(sql) {
    const rows = await sql<
      {
        organization_id: number;
        pk: number;
        spot_pk: number;
        code: string;
        amount: number;
        due_on: LocalDate;
        created_at: Instant;
      }[]
    >`
      select a.organization_id, a.pk, v.spot_pk, v.code, v.amount, a.due_on, a.created_at
      from appeals a
      join violations v on v.organization_id = a.organization_id and v.pk = a.violation_pk
      where a.decision is null`;
    return rows.map(({ organization_id, pk, spot_pk, code, amount, due_on, created_at }) => ({
      organization_id,
      spot_pk,
      kind: 'violation_appealed' as const,
      subject: `appeal ${pk}`,
      since: created_at,
      cost: amount,
      facts: { code, due_on },
    }));
  },
};

export const appealsDetectors: OpenDetectors = () => [violationAppealed];

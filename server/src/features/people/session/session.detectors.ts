import type { Detector, OpenDetectors } from '../../platform/alerts/public.ts';
import { listSignInBlocks } from './sign-in-blocks.ts';

/** Members whom wrong guesses of strangers keep out of new browsers. */
const signInBlocked: Detector = {
  kinds: ['sign_in_blocked'],
  async findProblems(sql, now) {
    const blocks = await listSignInBlocks(sql, null, now);
    if (blocks.length === 0) return [];
    const members = await sql<{ organization_id: number; person_pk: number; name: string }[]>`
      select a.organization_id, a.person_pk, p.first_name || ' ' || p.last_name as name
      from affiliations a join people p on p.pk = a.person_pk
      where a.type = 'parking' and a.person_pk = any (${blocks.map(({ person_pk }) => person_pk)}::bigint[])`;
    const byPerson = new Map(blocks.map((block) => [block.person_pk, block]));
    return members.flatMap(({ organization_id, person_pk, name }) => {
      const block = byPerson.get(person_pk);
      if (!block) return [];
      const { since, until } = block;
      return {
        organization_id,
        spot_pk: null,
        kind: 'sign_in_blocked' as const,
        subject: `person ${person_pk}`,
        since,
        cost: null,
        facts: { name, until },
      };
    });
  },
};

export const sessionDetectors: OpenDetectors = () => [signInBlocked];

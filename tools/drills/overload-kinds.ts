import { instant } from '@lotkeeper/contract/kernel/calendar';
import { getSpot } from '@lotkeeper/contract/platform/spots';
import { systemClock } from '../../server/src/kernel/clock.ts';
import type { LoadOrder } from '../bench/load/load.ts';
import { reads } from '../bench/reads/reads.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { signInMany } from './many-people.ts';
import type { Organization } from './people.ts';
import { call } from './people.ts';

/** A kind of load; patient callers wait as the server requests. */
export interface Kind {
  name: string;
  description: string;
  /** Valid statuses besides 2xx, 429 and 503. */
  expected?: number;
  isAlwaysPatient?: boolean;
  build(
    lotkeeper: Lotkeeper,
    organization: Organization,
  ): Promise<Pick<LoadOrder, 'connections' | 'tokens' | 'paths' | 'images'>>;
}

async function listExpensivePaths({ pk, admin, spots }: Organization): Promise<string[]> {
  const { body } = await call(admin, getSpot, { params: { id: String(spots[0]) } });
  const lot = { ...body, organization: pk };
  return reads
    .filter(({ name }) => /custom|year|insights|frequency|daily/.test(name))
    .map((read) => read.path(lot as never, instant(systemClock())));
}

const cheap = ['/api/v2/profiles/me'];

export const kinds: readonly Kind[] = [
  {
    name: 'overload by one person',
    description: '500 connections of one person make cheap requests.',
    build: async (_, { admin }) => ({ connections: 500, tokens: [admin.token], paths: cheap }),
  },
  {
    name: 'overload by 20 people',
    description: '1,000 connections of 20 people request reports over a year or more.',
    build: async (lotkeeper, organization) => ({
      connections: 1000,
      tokens: await signInMany(lotkeeper, organization.pk, 20, 'load'),
      paths: await listExpensivePaths(organization),
    }),
  },
  {
    name: 'overload by strangers',
    description: '1,000 connections without a token make cheap requests.',
    expected: 401,
    build: async () => ({ connections: 1000, tokens: [''], paths: cheap }),
  },
  {
    name: 'overload by images',
    description: '40 batches of images, 16 MB each, are sent at once with one API key.',
    isAlwaysPatient: true,
    build: async (_, { machine, spots }) => ({
      connections: 40,
      tokens: [machine.token],
      paths: ['/api/ingest/images/'],
      images: { spot: spots[0] as number },
    }),
  },
];

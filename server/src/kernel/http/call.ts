import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type {
  AcceptedOf,
  AnswerOf,
  BodyOf,
  Endpoint,
  HeadersOf,
  ItemOf,
  ParamsOf,
  QueryOf,
} from '@lotkeeper/contract/kernel/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  CameraScope,
  KioskScope,
  MachineScope,
  OrganizationScope,
  PersonScope,
  SpotScope,
  SuperuserScope,
  WholeOrganizationScope,
} from '../access/scope.ts';
import type { LiveSession } from '../access/sessions.ts';
import type { BatchItem } from './batch.ts';
import type { Download } from './downloads.ts';

type ScopeFor<A> = A extends { kiosks: true }
  ? SpotScope | KioskScope
  : A extends { unnamed: 'first organization' }
    ? WholeOrganizationScope | SpotScope
    : A extends { scope: 'spot' | 'spot_record' }
      ? SpotScope
      : A extends { scope: 'organization' }
        ? WholeOrganizationScope
        : A extends { scope: 'organization_record' }
          ? OrganizationScope
          : A extends { scope: 'organization_or_spot' | 'any_spot_record' }
            ? WholeOrganizationScope | SpotScope
            : A extends { scope: 'superuser' }
              ? SuperuserScope
              : A extends { scope: 'signed_in' }
                ? PersonScope
                : A extends { scope: 'machine' }
                  ? MachineScope
                  : A extends { scope: 'camera' }
                    ? CameraScope
                    : A extends { scope: 'kiosk' }
                      ? KioskScope
                      : undefined;

/** A handler's argument: the parts that its endpoint declares, the caller's scope, and the time. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  headers: HeadersOf<E>;
  body: BodyOf<E>;
  /** The items of a batch, each validated separately. */
  items: E extends { items: unknown } ? readonly BatchItem<ItemOf<E>>[] : undefined;
  scope: ScopeFor<E['access']>;
  /** The caller's session; null when nobody is signed in. */
  session: E['access'] extends
    | { scope: 'public' | 'machine' | 'camera' | 'kiosk' }
    | { kiosks: true }
    ? null
    : LiveSession;
  now: Instant;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Serve = <const E extends Endpoint>(
  endpoint: E,
  handler: (
    call: Call<E>,
  ) => Promise<E extends { file: string } ? Download : AnswerOf<E> | Accepted<AcceptedOf<E>>>,
) => void;

/** A response with status 202. */
export class Accepted<T> {
  readonly answer: T;

  constructor(answer: T) {
    this.answer = answer;
  }
}

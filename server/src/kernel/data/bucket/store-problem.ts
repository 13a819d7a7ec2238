import { S3ServiceError } from 's3mini';
import { Refusal } from '../../refusal.ts';

/** What is wrong with an object store. Those before `full` don't pass by themselves. */
type ProblemKind =
  | 'keys'
  | 'rights'
  | 'bucket'
  | 'region'
  | 'clock'
  | 'full'
  | 'failing'
  | 'silent';

const lasting = new Set<ProblemKind>(['keys', 'rights', 'bucket', 'region']);

const reasons: Readonly<Record<ProblemKind, string>> = {
  keys: 'it doesn’t accept the keys: check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  rights:
    'its keys may not do this: let them list, read, write, and delete in the bucket of FILES_URL',
  bucket: 'it has no such bucket: create it, or correct FILES_URL',
  region: 'the bucket is in another region: correct region in FILES_URL',
  clock: 'its clock and this machine’s differ by more than 15 minutes: correct this machine’s',
  full: 'it’s full: free some space there, or raise its quota',
  failing: 'it answers with errors',
  silent: 'it isn’t responding',
};

/** An object store that didn't do what it was asked. The message is for people who wait for a file. */
export class StoreProblem extends Refusal {
  override name = 'StoreProblem';
  readonly kind: ProblemKind;
  /** For the operator: what is wrong and what to do, without secrets. */
  readonly reason: string;
  /** Of the store's answer, if there was one. */
  readonly answered: number | undefined;

  constructor(kind: ProblemKind, detail = '', answered?: number) {
    super('unavailable', 'The file store isn’t responding. Try again in a minute.', undefined, 30);
    this.kind = kind;
    this.answered = answered;
    this.reason = detail ? `${reasons[kind]} (${detail})` : reasons[kind];
  }

  /** Whether it stays until somebody corrects a setting. */
  get isLasting(): boolean {
    return lasting.has(this.kind);
  }
}

const kindsByCode: Readonly<Record<string, ProblemKind>> = {
  InvalidAccessKeyId: 'keys',
  SignatureDoesNotMatch: 'keys',
  InvalidToken: 'keys',
  AccessDenied: 'rights',
  AllAccessDisabled: 'rights',
  NoSuchBucket: 'bucket',
  InvalidBucketName: 'bucket',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  RequestTimeTooSkewed: 'clock',
  RequestExpired: 'clock',
  QuotaExceeded: 'full',
  InsufficientCapacity: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
};

function findKind(status: number, code: string): ProblemKind {
  const known = kindsByCode[code];
  if (known) return known;
  if (status === 401) return 'keys';
  if (status === 403) return 'rights';
  if (status === 507) return 'full';
  return status >= 300 && status < 400 ? 'region' : 'failing';
}

/** The code of a network error, such as ECONNREFUSED, or of its cause. */
function findCode(error: object): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return [code, cause?.code].find((found) => typeof found === 'string') ?? '';
}

/** Turns whatever the client throws into a problem with words. */
export function toStoreProblem(error: unknown): StoreProblem {
  const { cause } = error as { cause?: unknown };
  for (const found of [error, cause]) {
    if (found instanceof StoreProblem) return found;
    if (!(found instanceof S3ServiceError)) continue;
    const { status, serviceCode = '' } = found;
    const code = /^\w{1,60}$/.test(serviceCode) && serviceCode !== 'Unknown' ? serviceCode : '';
    return new StoreProblem(findKind(status, code), `${status} ${code}`.trim(), status);
  }
  return new StoreProblem('silent', findCode(error as object));
}

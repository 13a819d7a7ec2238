/** Where files are in an object store, from FILES_URL. */
export interface BucketAddress {
  /** The store's URL, without the bucket. */
  endpoint: string;
  bucket: string;
  /** Empty, or what all names begin with, ending with a slash. */
  prefix: string;
  region: string;
}

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixForm = /^(?:[\w.-]+\/)*[\w.-]+$/;
const parameters = new Set(['endpoint', 'region']);

const isEndpoint = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, search, hash, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !search && !hash && pathname === '/';
};

/** Parses `s3://bucket/prefix?endpoint=https://store.example&region=us-west-2`; null when it isn't one. */
export function parseBucketUrl(text: string): BucketAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, pathname, searchParams, username, port, hash } = new URL(text);
  const prefix = pathname.replace(/^\/|\/$/g, '');
  if (protocol !== 's3:' || username || port || hash || !bucketForm.test(hostname)) return null;
  if (prefix && !prefixForm.test(prefix)) return null;
  if ([...searchParams.keys()].some((name) => !parameters.has(name))) return null;
  const region = searchParams.get('region') ?? 'us-east-1';
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!/^[a-z0-9-]+$/.test(region) || !isEndpoint(endpoint)) return null;
  return {
    endpoint: new URL(endpoint).origin,
    bucket: hostname,
    prefix: prefix && `${prefix}/`,
    region,
  };
}

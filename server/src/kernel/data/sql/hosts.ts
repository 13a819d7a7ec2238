import { Socket } from 'node:net';
import pg from 'pg';
import { must } from '../../must.ts';
import { ConnectionLost } from './connection-lost.ts';

const urlParts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

const removeParameter = (url: string, name: string) =>
  url.replace(new RegExp(`([?&])${name}=[^&]*&?`), '$1').replace(/[?&]$/, '');

/**
 * The URL of each host of a database's URL, as libpq writes several: separated by commas, each with a port of
 * its own. The URL of the built-in PostgreSQL ends its one host with a comma.
 */
export function listHostUrls(url: string): string[] {
  const plain = removeParameter(url, 'target_session_attrs');
  const [, start = '', hosts = '', rest = ''] = urlParts.exec(plain) ?? [];
  const names = hosts.split(',').filter(Boolean);
  return names.length > 1 ? names.map((name) => `${start}${name}${rest}`) : [plain];
}

/** What the URL asks of a server; '' = nothing. */
const readSessionAttributes = (url: string) =>
  /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1] ?? '';

/** Whether every host of a URL can be read, and the URL asks for nothing but a server that takes writes. */
export const isDatabaseUrl = (url: string) =>
  listHostUrls(url).every(
    (host) => URL.canParse(host) && ['postgres:', 'postgresql:'].includes(new URL(host).protocol),
  ) && ['', 'primary', 'read-write'].includes(readSessionAttributes(url));

/** Whether a URL names one server, primary or not. */
export const isReplicaUrl = (url: string) =>
  isDatabaseUrl(url) && listHostUrls(url).length === 1 && readSessionAttributes(url) === '';

/** The servers that a database may be on. One that fails, or can't be written to, is followed by the next. */
export class HostList {
  /** Whether only a primary will do. */
  readonly mustBeWritable: boolean;
  readonly #urls: readonly string[];
  #current = 0;

  constructor(url: string) {
    this.#urls = listHostUrls(url);
    this.mustBeWritable = this.hasSeveral || readSessionAttributes(url) !== '';
  }

  get hasSeveral(): boolean {
    return this.#urls.length > 1;
  }

  /** The host that worked last. */
  get url(): string {
    return this.#urls[this.#current] ?? '';
  }

  /** Moves on to the next host, unless somebody else has done so. */
  skip(url: string): void {
    if (url === this.url) this.#current = (this.#current + 1) % this.#urls.length;
  }

  /** Makes a connection to the first host that takes it, the one that worked last before the others. */
  async tryEach<T>(connect: () => Promise<T>): Promise<T> {
    for (let left = this.#urls.length - 1; ; left--) {
      const { url } = this;
      try {
        return await connect();
      } catch (error) {
        if (left === 0 || url === this.url) throw error;
      }
    }
  }
}

export type HostConfig = pg.ClientConfig & { hosts: HostList };

/** A client of the current host of a list. Where the list asks for a primary, a standby refuses to connect. */
export class HostClient extends pg.Client {
  /** What its messages go through; for TLS it's below the encryption. */
  readonly socket: Socket;
  readonly #hosts: HostList;
  readonly #url: string;
  /** Whether its own settings make it read only, on a primary too. */
  readonly #isReader: boolean;

  constructor({ hosts, ...config }: HostConfig) {
    const socket = new Socket();
    // What is in the URL would take the place of the options beside it.
    const connectionString = removeParameter(hosts.url, 'options');
    super({ ...config, connectionString, stream: () => socket });
    this.socket = socket;
    this.#hosts = hosts;
    this.#url = hosts.url;
    this.#isReader = config.options?.includes('default_transaction_read_only') ?? false;
  }

  async #isWritable(): Promise<boolean> {
    const { rows } = await this.query<{ is_standby: boolean; is_read_only: boolean }>(`
      select pg_is_in_recovery() as is_standby,
        current_setting('default_transaction_read_only')::bool as is_read_only`);
    const { is_standby, is_read_only } = must(rows[0], 'state of the server');
    return !is_standby && (this.#isReader || !is_read_only);
  }

  async #connect(): Promise<void> {
    try {
      await super.connect();
      if (!this.#hosts.mustBeWritable || (await this.#isWritable())) return;
    } catch (error) {
      this.#hosts.skip(this.#url);
      throw error;
    }
    this.#hosts.skip(this.#url);
    void this.end();
    throw new ConnectionLost('No server of the database takes writes.');
  }

  /** With a callback for `pg.Pool`. */
  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = this.#connect();
    if (!callback) return connected.then(() => this);
    connected.then(() => callback(undefined as unknown as Error), callback);
    return undefined;
  }
}

/** A pool of `pg` that finds the host which takes writes. */
export class HostPool extends pg.Pool {
  readonly #hosts: HostList;

  constructor(config: pg.PoolConfig & HostConfig) {
    super({ ...config, Client: HostClient as unknown as pg.PoolConfig['Client'] });
    this.#hosts = config.hosts;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(
    callback?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): Promise<pg.PoolClient> | undefined {
    const connected = this.#hosts.tryEach(() => super.connect());
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (release) => client.release(release as boolean)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }
}

import { Socket } from 'node:net';
import pg from 'pg';
import { must } from '../../must.ts';
import { ConnectionLost } from './connection-lost.ts';

const urlParts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

const removeParameter = (url: string, name: string) =>
  url.replace(new RegExp(`([?&])${name}=[^&]*&?`), '$1').replace(/[?&]$/, '');

/**
 * The URL of each host in a database URL. As in libpq, hosts are separated by commas, each with its
 * own port. The URL of the built-in PostgreSQL ends its one host with a comma.
 */
export function listHostUrls(url: string): string[] {
  const plain = removeParameter(url, 'target_session_attrs');
  const [, start = '', hosts = '', rest = ''] = urlParts.exec(plain) ?? [];
  const names = hosts.split(',').filter(Boolean);
  return names.length > 1 ? names.map((name) => `${start}${name}${rest}`) : [plain];
}

/** The URL's target_session_attrs; '' when it has none. */
const readSessionAttributes = (url: string) =>
  /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1] ?? '';

/** Whether user and password are percent-encoded; other characters would end them early. */
function isReadable(url: string): boolean {
  if (!URL.canParse(url) || url.includes('#') || url.split('@').length > 2) return false;
  try {
    const { protocol, username, password } = new URL(url);
    decodeURIComponent(username + password);
    return ['postgres:', 'postgresql:'].includes(protocol);
  } catch {
    return false;
  }
}

/** Whether every host of a URL can be parsed, and the URL requires nothing more than a server that takes writes. */
export const isDatabaseUrl = (url: string) =>
  listHostUrls(url).every(isReadable) &&
  ['', 'primary', 'read-write'].includes(readSessionAttributes(url));

/** Whether a URL names one server, primary or not. */
export const isReplicaUrl = (url: string) =>
  isDatabaseUrl(url) && listHostUrls(url).length === 1 && readSessionAttributes(url) === '';

/** The servers that may have the database. One that fails, or is read-only, is followed by the next. */
export class HostList {
  /** Whether only a primary qualifies. */
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

  /** The host that last worked. */
  get url(): string {
    return this.#urls[this.#current] ?? '';
  }

  /** Moves on to the next host, unless another caller already did. */
  skip(url: string): void {
    if (url === this.url) this.#current = (this.#current + 1) % this.#urls.length;
  }

  /** Connects to the first host that accepts, starting with the one that last worked. */
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

export type HostConfig = pg.ClientConfig & {
  hosts: HostList;
  settings?: Readonly<Record<string, string>>;
};

/**
 * A client of a list's current host. If the list requires a primary, connecting to a standby fails.
 * Settings are applied by a statement, because poolers refuse connections that bring them.
 */
export class HostClient extends pg.Client {
  /** The socket of its messages; with TLS, the one below the encryption. */
  readonly socket: Socket;
  readonly #hosts: HostList;
  readonly #url: string;
  /** Whether its own settings make it read-only, even on a primary. */
  readonly #isReader: boolean;
  readonly #settings: readonly (readonly [string, string])[];

  constructor({ hosts, settings = {}, ...config }: HostConfig) {
    const socket = new Socket();
    super({ ...config, connectionString: verifyFully(hosts.url), stream: () => socket });
    this.socket = socket;
    this.#hosts = hosts;
    this.#url = hosts.url;
    this.#isReader = 'default_transaction_read_only' in settings;
    this.#settings = Object.entries(settings);
  }

  async #applySettings(): Promise<void> {
    if (this.#settings.length === 0) return;
    const calls = this.#settings.map((_, n) => `set_config($${2 * n + 1}, $${2 * n + 2}, false)`);
    await this.query(`select ${calls.join(', ')}`, this.#settings.flat());
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
      await this.#applySettings();
      if (!this.#hosts.mustBeWritable || (await this.#isWritable())) return;
    } catch (error) {
      this.#hosts.skip(this.#url);
      throw error;
    }
    this.#hosts.skip(this.#url);
    void this.end();
    throw new ConnectionLost('No server of the database takes writes.');
  }

  /** With a callback, for `pg.Pool`. */
  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = this.#connect();
    if (!callback) return connected.then(() => this);
    connected.then(() => callback(undefined as unknown as Error), callback);
    return undefined;
  }
}

/** In these modes `pg` also verifies the server’s certificate, and prints a long warning at each start. */
const verifyFully = (url: string) =>
  url.includes('uselibpqcompat')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

/** A `pg` pool that finds the host that takes writes. */
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

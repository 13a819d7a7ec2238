import pg from 'pg';
import { clientConfig } from './connection-pool.ts';
import { HostClient, HostList } from './hosts.ts';

interface Channel {
  onMessage: (payload: string) => void;
  /** Messages may have been missed. */
  onGap: () => void;
}

const firstPauseMs = 100;
const longestPauseMs = 5000;
/** How often the connection is pinged, to detect one that died silently. */
const pingMs = 15_000;
const pingTimeoutMs = 10_000;

/** Listens for PostgreSQL notifications on its own connection, which is reopened whenever it is lost. */
export class NotificationListener {
  readonly #hosts: HostList;
  readonly #channels = new Map<string, Set<Channel>>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #ping: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #pauseMs = firstPauseMs;
  #isClosed = false;

  constructor(url: string) {
    this.#hosts = new HostList(url);
  }

  /** Listens on a channel; throws when the first connection fails. Returns a function that stops it. */
  async listen(
    name: string,
    onMessage: (payload: string) => void,
    onGap: () => void = () => undefined,
  ): Promise<{ unlisten(): Promise<void> }> {
    const channel = { onMessage, onGap };
    const channels = this.#channels.get(name) ?? new Set();
    this.#channels.set(name, channels.add(channel));
    this.#connecting ??= this.#connect();
    await this.#connecting;
    await this.#client?.query(`listen ${pg.escapeIdentifier(name)}`);
    return {
      unlisten: async () => {
        channels.delete(channel);
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    await this.#client?.end();
  }

  async #openClient(): Promise<pg.Client> {
    const config = { ...clientConfig(this.#hosts, {}), query_timeout: pingTimeoutMs };
    const client = new HostClient(config);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async #connect(): Promise<void> {
    const client = await this.#hosts.tryEach(() => this.#openClient());
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onMessage } of this.#channels.get(channel) ?? []) onMessage(payload);
    });
    client.once('end', () => this.#reconnect(client));
    this.#client = client;
    this.#ping = setInterval(() => {
      client.query('select').catch(() => {
        client.end().catch(() => undefined);
        this.#reconnect(client);
      });
    }, pingMs).unref();
  }

  #reconnect(lost: pg.Client): void {
    if (this.#isClosed || this.#client !== lost) return;
    clearInterval(this.#ping);
    this.#client = undefined;
    this.#tryAgain();
  }

  #tryAgain(): void {
    this.#retry = setTimeout(() => {
      this.#restore().catch(() => {
        this.#pauseMs = Math.min(2 * this.#pauseMs, longestPauseMs);
        if (!this.#isClosed) this.#tryAgain();
      });
    }, this.#pauseMs);
  }

  async #restore(): Promise<void> {
    await this.#connect();
    const client = this.#client as pg.Client;
    for (const name of this.#channels.keys()) {
      await client.query(`listen ${pg.escapeIdentifier(name)}`);
    }
    this.#pauseMs = firstPauseMs;
    for (const channels of this.#channels.values()) for (const { onGap } of channels) onGap();
  }
}

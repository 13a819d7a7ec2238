/** Items sent to one endpoint, and the outcomes. `failed`: no response or a server error; these are sent again. */
const noCounts = { sent: 0, recorded: 0, changed: 0, unchanged: 0, refused: 0, failed: 0 };
type Sent = typeof noCounts;

/** Counts everything that the simulator sends. */
export class Report {
  readonly channels = new Map<string, Sent>();
  /** Reasons for refusals, and how often each occurred. */
  readonly reasons = new Map<string, number>();
  /** Cents that drivers paid and got back, in recorded items. */
  readonly money = { charged: 0, refunded: 0 };

  count(channel: string, counts: Partial<Sent>): void {
    const known = this.channels.get(channel) ?? { ...noCounts };
    for (const [name, count] of Object.entries(counts)) known[name as keyof Sent] += count;
    this.channels.set(channel, known);
  }

  refused(reason: string): void {
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  /** Counts the money of a newly recorded item. */
  moved(channel: string, item: object): void {
    const { charges = [], amount = 0 } = item as {
      charges?: { amount: number }[];
      amount?: number;
    };
    const paid = charges.reduce((total, charge) => total + charge.amount, amount);
    this.money[channel === 'refund' ? 'refunded' : 'charged'] += paid;
  }

  /** A table for a terminal. */
  text(): string {
    const columns = Object.keys(noCounts) as (keyof Sent)[];
    const rows = [...this.channels].sort(([a], [b]) => a.localeCompare(b));
    const line = (name: string, cells: readonly (string | number)[]) =>
      name.padEnd(26) + cells.map((cell) => String(cell).padStart(11)).join('');
    return [
      line('', columns),
      ...rows.map(([channel, counts]) =>
        line(
          channel,
          columns.map((column) => counts[column]),
        ),
      ),
      `Money recorded, in cents: charged ${this.money.charged}, refunded ${this.money.refunded}`,
      ...[...this.reasons].map(([reason, count]) => `  ${count} times: ${reason}`),
    ].join('\n');
  }
}

import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { DisputeState } from '@lotkeeper/contract/money/disputes';
import type { AccountRequirements } from '@lotkeeper/contract/money/payout-requirements';
import type { TokenKind } from '@lotkeeper/contract/money/processor';

/** What the processor returns about an account after a change: never a full number. */
export interface AccountChange {
  kind: TokenKind;
  account_ref: string;
  bank: { ref: string; bank_name: string; last_four: string } | null;
  representative: string | null;
}

/** A payment to an organization's bank. The key belongs to it permanently: sent twice, it is paid once. */
export interface PayoutOrder {
  key: string;
  account_ref: string;
  bank_ref: string;
  amount: Cents;
  statement_descriptor: string;
  /** Whether the processor may have received it before. */
  isRetry: boolean;
}

/** A card on file, by the processor's IDs: never its number. */
export interface CardOnFile {
  customer_ref: string;
  card_ref: string;
  brand: string;
  last_four: string;
}

/** A charge to a card on file. The key belongs to it permanently: sent twice, it is charged once. */
export interface ChargeOrder {
  key: string;
  customer_ref: string;
  card_ref: string;
  amount: Cents;
  /** Whether the processor may have received it before. */
  isRetry: boolean;
}

/** The state of a charge at the processor. */
export interface ChargeProgress {
  /** The processor's ID of the charge. */
  ref: string;
  /**
   * `unconfirmed`: the card's bank requires its holder to confirm it; `processing`: the bank has not decided. A
   * declined charge may still be retried with its secret, a canceled one may not.
   */
  state: 'paid' | 'unconfirmed' | 'processing' | 'declined' | 'canceled';
}

/** The state of a sent payout. */
export interface PayoutProgress {
  /** Whether the processor reports the money as arrived at the bank; it may still be returned. */
  hasArrived: boolean;
  /** Why it was returned; null if it wasn't. */
  failure: string | null;
}

/** A refund to the card of a charge. The key belongs to it permanently: sent twice, it is paid once. */
export interface RefundOrder {
  key: string;
  charge_ref: string;
  amount: Cents;
  /** Whether the processor may have received it before. */
  isRetry: boolean;
}

/** Money that was refunded to a driver's card. */
export interface ChargeRefund {
  ref: string;
  amount: Cents;
  refunded_at: Instant;
  /** The card's bank rejected it, so the money was returned. */
  hasFailed: boolean;
}

/** A charge that a driver disputes at their bank. */
export interface ChargeDispute {
  ref: string;
  charge_ref: string;
  amount: Cents;
  /** The processor's reason code, such as `fraudulent`. */
  reason: string;
  state: DisputeState;
  opened_at: Instant;
  respond_by: Instant | null;
  /** Whether the driver keeps the money, as far as that is decided. */
  isLost: boolean;
}

/**
 * A webhook event. It only identifies its subject: events arrive late, twice and in any order, so the state is read
 * from the processor when an event is handled.
 */
export interface ProcessorEvent {
  id: string;
  /** The processor's event type. */
  type: string;
  subject: 'account' | 'payout' | 'transfer' | 'charge' | 'dispute' | 'payment';
  /** The organization's account that it belongs to; null = the platform's own. */
  account_ref: string | null;
  /** The processor's ID of the account, payout, transfer, charge or dispute; `payment` is a charge in progress. */
  object_ref: string;
  created_at: Instant;
}

/** The service that stores bank numbers and moves money. Its calls return, or throw one of the two errors below. */
export interface PaymentProcessor {
  name: 'sandbox' | 'stripe';
  /** The kind of a token. */
  kindOf(token: string): Promise<TokenKind>;
  /** Applies a token to an organization's account, which the first change creates. */
  apply(
    organization: { uuid: string; account_ref: string | null },
    token: string,
  ): Promise<AccountChange>;
  /** A page of the processor where the organization enters what is still required. Creates the account if needed. */
  startOnboarding(
    organization: { uuid: string; account_ref: string | null },
    returnUrl: string,
  ): Promise<{ account_ref: string; url: string }>;
  /** Sends money and returns the processor's ID of the payment. */
  pay(order: PayoutOrder): Promise<string>;
  /** The state of a sent payout. Returned money goes back to where it was taken from. */
  readPayout(sent: { account_ref: string; processor_ref: string }): Promise<PayoutProgress>;
  /** What the processor still requires for an account. */
  readRequirements(accountRef: string): Promise<AccountRequirements>;
  /**
   * Starts putting a card on file: its holder enters it in the processor's own fields and confirms it at their bank.
   * null = the processor has no fields of its own, and its token represents a card.
   */
  startCard(payer: {
    name: string;
    customer_ref: string | null;
  }): Promise<{ client_secret: string } | null>;
  /** Stores a token's card for the payer with that name; applied again, it is the same card. */
  keepCard(
    payer: { name: string; customer_ref: string | null },
    token: string,
  ): Promise<CardOnFile>;
  /** Charges a card without its holder present: it is paid immediately, or the holder has to confirm it. */
  charge(order: ChargeOrder): Promise<ChargeProgress & { state: 'paid' | 'unconfirmed' }>;
  readCharge(chargeRef: string): Promise<ChargeProgress>;
  /** A secret that lets the card's holder confirm a charge at the processor. */
  startConfirmation(chargeRef: string): Promise<{ client_secret: string }>;
  /** Cancels a charge that isn't paid, and returns its state. */
  cancelCharge(chargeRef: string): Promise<ChargeProgress>;
  /** Refunds a charge, or a part of it, and returns the processor's ID of the refund. */
  refund(order: RefundOrder): Promise<string>;
  /** All current refunds of a charge, including those made at the processor. */
  listRefunds(chargeRef: string): Promise<ChargeRefund[]>;
  /** A dispute's current state; null if it isn't about one of our charges. */
  readDispute(ref: string): Promise<ChargeDispute | null>;
}

/** The processor understood and refused: nothing happened. The message is for a person. */
export class ProcessorRefused extends Error {}

/** A message isn't from the processor, or it is too old. */
export class WrongSignature extends Error {}

/** The processor is down, slow or unintelligible: it is unknown whether anything happened. */
export class ProcessorDown extends Error {}

/**
 * Updates an event's subject, however often and in whatever order events arrive. Returns null when done, otherwise
 * why there was nothing to do: `unknown` if we have nothing with this ID.
 */
export type EventFollower = (event: ProcessorEvent) => Promise<string | null>;

export type EventFollowers = Readonly<Record<ProcessorEvent['subject'], EventFollower>>;

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

/** One payment to an organization's bank. The key belongs to it permanently: sent twice, it is paid once. */
export interface PayoutOrder {
  key: string;
  account_ref: string;
  bank_ref: string;
  amount: Cents;
  statement_descriptor: string;
  /** Whether the processor may have heard of it before. */
  isRetry: boolean;
}

/** A card on file, under the processor's names: never its number. */
export interface CardOnFile {
  customer_ref: string;
  card_ref: string;
  brand: string;
  last_four: string;
}

/** Money to be taken from a card on file. The key belongs to it permanently: sent twice, it is charged once. */
export interface ChargeOrder {
  key: string;
  customer_ref: string;
  card_ref: string;
  amount: Cents;
  /** Whether the processor may have heard of it before. */
  isRetry: boolean;
}

/** How far a charge has come. */
export interface ChargeProgress {
  /** The processor's own id of the charge. */
  ref: string;
  /**
   * `unconfirmed`: the card's bank wants its holder to confirm it; `processing`: the bank has not decided. A declined
   * charge may still be tried again by who has its secret, a canceled one may not.
   */
  state: 'paid' | 'unconfirmed' | 'processing' | 'declined' | 'canceled';
}

/** What a sent payout has come to. */
export interface PayoutProgress {
  /** Whether the processor says that the money is at the bank; it may still come back. */
  hasArrived: boolean;
  /** Why it came back; null when it did not. */
  failure: string | null;
}

/** Money to be paid back to the card of a charge. The key belongs to it permanently: sent twice, it is paid once. */
export interface RefundOrder {
  key: string;
  charge_ref: string;
  amount: Cents;
  /** Whether the processor may have heard of it before. */
  isRetry: boolean;
}

/** Money that went back to a driver's card. */
export interface ChargeRefund {
  ref: string;
  amount: Cents;
  refunded_at: Instant;
  /** The card's bank did not take it, so the money came back here. */
  hasFailed: boolean;
}

/** A charge that a driver disputes at their bank. */
export interface ChargeDispute {
  ref: string;
  charge_ref: string;
  amount: Cents;
  /** The processor's word, such as `fraudulent`. */
  reason: string;
  state: DisputeState;
  opened_at: Instant;
  respond_by: Instant | null;
  /** Whether the driver has the money for good, as far as it is decided. */
  isLost: boolean;
}

/**
 * What a processor reports by itself. It says only what it is about: events come late, twice and in any order, so
 * the state is read from the processor when an event is handled.
 */
export interface ProcessorEvent {
  id: string;
  /** The processor's own name of what happened. */
  type: string;
  subject: 'account' | 'payout' | 'transfer' | 'charge' | 'dispute' | 'payment';
  /** The organization's account that it happened at; null = the platform's own. */
  account_ref: string | null;
  /** The processor's name of the account, payout, transfer, charge or dispute; `payment` is a charge that is being made. */
  object_ref: string;
  created_at: Instant;
}

/** The service that keeps bank numbers and moves money. Returns, or throws one of the two errors below. */
export interface PaymentProcessor {
  name: 'sandbox' | 'stripe';
  /** What a token stands for. */
  kindOf(token: string): Promise<TokenKind>;
  /** Changes an organization's account, made at the first change, to what a token stands for. */
  apply(
    organization: { uuid: string; account_ref: string | null },
    token: string,
  ): Promise<AccountChange>;
  /** A page of the processor where the organization enters what is still required. The account is made at need. */
  startOnboarding(
    organization: { uuid: string; account_ref: string | null },
    returnUrl: string,
  ): Promise<{ account_ref: string; url: string }>;
  /** Sends money and returns the processor's own id of the payment. */
  pay(order: PayoutOrder): Promise<string>;
  /** What a payout that was sent has come to. Money that came back goes to where it was taken from. */
  readPayout(sent: { account_ref: string; processor_ref: string }): Promise<PayoutProgress>;
  /** What the processor still wants to know about an account. */
  readRequirements(accountRef: string): Promise<AccountRequirements>;
  /**
   * Begins to put a card on file that its holder enters at the processor's own fields and confirms at their bank. null =
   * the processor has no fields of its own, and its token is that of a card.
   */
  startCard(payer: {
    name: string;
    customer_ref: string | null;
  }): Promise<{ client_secret: string } | null>;
  /** Keeps the card that a token stands for, for a payer of that name; applied again, it is the same card. */
  keepCard(
    payer: { name: string; customer_ref: string | null },
    token: string,
  ): Promise<CardOnFile>;
  /** Charges a card while its holder is away: it is paid then, or its holder has to confirm it. */
  charge(order: ChargeOrder): Promise<ChargeProgress & { state: 'paid' | 'unconfirmed' }>;
  /** How far a charge has come. */
  readCharge(chargeRef: string): Promise<ChargeProgress>;
  /** A secret that lets the holder of the card confirm a charge at the processor. */
  startConfirmation(chargeRef: string): Promise<{ client_secret: string }>;
  /** Cancels a charge that is not paid, and returns how far it has come. */
  cancelCharge(chargeRef: string): Promise<ChargeProgress>;
  /** Pays back a charge, or a part of it, and returns the processor's own id of the refund. */
  refund(order: RefundOrder): Promise<string>;
  /** All refunds of a charge as they are now, those made at the processor too. */
  listRefunds(chargeRef: string): Promise<ChargeRefund[]>;
  /** A dispute as it is now; null when it is about no charge of ours. */
  readDispute(ref: string): Promise<ChargeDispute | null>;
}

/** The processor understood and will not do it: nothing happened. The sentence is for a person. */
export class ProcessorRefused extends Error {}

/** A message in the processor's name isn't the processor's, or it is too old. */
export class WrongSignature extends Error {}

/** The processor is down, slow or unintelligible: nobody knows whether something happened. */
export class ProcessorDown extends Error {}

/**
 * Brings what an event is about up to date, however often and in whatever order events come. Returns why there was
 * nothing to do, `unknown` where nothing here has this name; null when it was done.
 */
export type EventFollower = (event: ProcessorEvent) => Promise<string | null>;

export type EventFollowers = Readonly<Record<ProcessorEvent['subject'], EventFollower>>;

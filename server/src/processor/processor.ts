import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { TokenKind } from '@lotkeeper/contract/processor';

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
  /** Sends money and returns the processor's own id of the payment. */
  pay(order: PayoutOrder): Promise<string>;
  /** Why a payment that was sent came back; null when it did not. */
  failureOf(sent: { account_ref: string; processor_ref: string }): Promise<string | null>;
  /** Keeps the card that a token stands for, for a payer of that name; applied again, it is the same card. */
  keepCard(
    payer: { name: string; customer_ref: string | null },
    token: string,
  ): Promise<CardOnFile>;
  /** Charges a card and returns the processor's own id of the charge. */
  charge(order: ChargeOrder): Promise<string>;
}

/** The processor understood and will not do it: nothing happened. The sentence is for a person. */
export class ProcessorRefused extends Error {}

/** The processor is down, slow or unintelligible: nobody knows whether something happened. */
export class ProcessorDown extends Error {}

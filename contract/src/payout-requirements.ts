import * as z from 'zod/mini';

/** What the payment processor still wants to know about an organization before it pays, under its own names. */
export const accountRequirements = z.object({
  /** Whether the account may be paid now. */
  can_be_paid: z.boolean(),
  /** Fields that are due, those that are late too. */
  due: z.array(z.string()),
  /** Fields that are late, which stops payouts. */
  past_due: z.array(z.string()),
  /** Whether the processor is checking what was entered. */
  is_checking: z.boolean(),
  /** Why the account was stopped; null = it was not. */
  disabled_reason: z.nullable(z.string()),
  /** Ms since 1970 until which the fields must be entered; null = no date is set. */
  deadline: z.nullable(z.int()),
});
export type AccountRequirements = z.infer<typeof accountRequirements>;

import { driverWords } from '@lotkeeper/contract/operations/driver-words';

/** What a driver's page says. */
export const driverTexts = {
  ...driverWords.en,
  looking: 'Looking for your car…',
  expiredHint: 'Is your car still parked? Ask at the valet stand.',
  comingHint: (ago: string) => `You asked for your car ${ago}. Have your code ready.`,
  balance: 'Balance',
  method: 'Payment method',
  card: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
  noCard: 'No card on file',
  addCard: 'Add a card',
  otherCard: 'Use another card',
  stripeNote:
    'The number goes directly to Stripe, and your bank may ask you to confirm. We store only the last four digits. Your card is charged when your car is returned.',
  save: 'Save card',
  declined: (amount: string, brand?: string, lastFour?: string) =>
    `${brand ? `Your ${brand} ending in ${lastFour}` : 'Your card'} was declined for ${amount}. Nothing was charged.`,
  declinedHint: 'Use another card below, or pay in cash at the stand.',
  receipt: 'Receipt',
  receiptCard: (lastFour: string) => `Card ending in ${lastFour}`,
  receiptCash: 'Cash',
  receiptTax: (amount: string) => `Tax included: ${amount}`,
  receiptStay: (from: string, to: string) => `Parked from ${from} to ${to}`,
};

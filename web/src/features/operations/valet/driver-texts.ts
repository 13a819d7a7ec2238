/** What a driver's page says. */
export const driverTexts = {
  yourCar: 'Your car',
  looking: 'Looking for your car…',
  pending: 'Not checked in yet',
  pendingHint: 'When you arrive, tell the attendant your code.',
  parked: 'Parked',
  parkedHint: 'Request your car a few minutes before you leave.',
  coming: 'On its way',
  comingHint: (ago: string) => `You asked for your car ${ago}. Have your code ready.`,
  ended: 'Handed over',
  endedHint: 'Have a good trip.',
  bring: 'Bring my car',
  balance: 'Balance',
  method: 'Payment method',
  card: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
  noCard: 'No card on file',
  addCard: 'Add a card',
  otherCard: 'Use another card',
  stripeNote:
    'The number goes directly to Stripe, and your bank may ask you to confirm. We store only the last four digits. Your card is charged when your car is returned.',
  save: 'Save card',
};

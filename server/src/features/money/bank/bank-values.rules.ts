/** Letters and digits alone, since banks change everything else. */
export const foldDescriptor = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

const processorNames = /LOTKEEPER|STRIPE/;

/** Whether a description names us or the payment processor, so that it should be a payout. */
export const namesProcessor = (descriptor: string) =>
  processorNames.test(foldDescriptor(descriptor));

/** Whether a description says that a bank took a deposit back. */
export const namesReturn = (descriptor: string) =>
  /\b(RETURN(ED)?|REVERSAL|REVERSED)\b/i.test(descriptor);

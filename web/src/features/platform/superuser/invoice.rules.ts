/** The administrative page that creates a custom invoice for a property. */
export const invoiceAddress = (adminOrigin: string, spotPk: number) =>
  new URL(`/spots/slot/custom_invoice_creation/${spotPk}`, adminOrigin).href;

/** A plate with its state behind it, if that is known: 'ABC 123 AZ'. */
export const formatPlate = ({ plate, state }: { plate: string; state: string | null }) =>
  [plate, state].filter(Boolean).join(' ');

/** A masked plate of the same length: 'ABC 123' is '•••••23'. */
export const maskedPlate = (plate: string) =>
  plate.length <= 4 ? '•'.repeat(plate.length) : '•'.repeat(plate.length - 2) + plate.slice(-2);

/** The source of everything that an import records. */
export const historySource = 'history';

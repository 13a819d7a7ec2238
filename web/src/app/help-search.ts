/** What the help center keeps in its address. */
export interface HelpSearch {
  /** The organization from whose pages the person came. */
  organization?: string | undefined;
  /** What articles are searched for. */
  search?: string | undefined;
}

/** The parts of the address that mean something; nonsense is left out. */
export function validateHelpSearch(given: Record<string, unknown>): HelpSearch {
  const { organization, search } = given;
  const isKnown = typeof organization === 'string' && /^[1-9]\d{0,14}$/.test(organization);
  return {
    ...(isKnown && { organization }),
    ...(typeof search === 'string' && search && { search: search.slice(0, 100) }),
  };
}

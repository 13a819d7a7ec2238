/** From when on a property is alerted; null = never. */
export interface AlertLimits {
  /** Cars inside, in percent of the spaces. */
  occupancy_percent: number | null;
  /** Cars of a day without an explanation. */
  unexplained_cars: number | null;
}

/** The limits of an organization that set none. */
export const defaultAlertLimits: AlertLimits = { occupancy_percent: 95, unexplained_cars: 20 };

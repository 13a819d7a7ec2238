/** The accessible names of a calendar's buttons; those in between are named by the month or year that they show. */
export const calendarNames = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

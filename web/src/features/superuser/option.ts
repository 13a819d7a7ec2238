/** A value of a form's choice under its own name: 'monthly' reads 'Monthly', 'America/New_York' 'America/New York'. */
export const toOption = (value: string) => ({
  value,
  label: `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`.replaceAll('_', ' '),
});

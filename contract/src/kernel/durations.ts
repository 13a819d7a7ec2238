// Apart from the calendar, which is too heavy for pages that only need to wait a minute.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

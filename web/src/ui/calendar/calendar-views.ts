import type { CalendarView } from './calendar.rules.ts';

const views = { week: 'timeGridWeek', day: 'timeGridDay', month: 'dayGridMonth' } as const;
/** Seven columns are unreadable on a phone. */
const narrowViews = { week: 'listWeek', day: 'timeGridDay', month: 'listMonth' } as const;

const dayViews = { week: 'dayGridWeek', day: 'listDay', month: 'dayGridMonth' } as const;
const narrowDayViews = { week: 'listWeek', day: 'listDay', month: 'listMonth' } as const;

/** The library's name of a view; `wholeDays` is true for calendars whose items have no hours. */
export function toLibraryView(view: CalendarView, narrow: boolean, wholeDays: boolean) {
  if (wholeDays) return (narrow ? narrowDayViews : dayViews)[view];
  return (narrow ? narrowViews : views)[view];
}

export type LibraryView = ReturnType<typeof toLibraryView>;

const loadTimeGrid = () => import('@fullcalendar/react/timegrid');
const loadDayGrid = () => import('@fullcalendar/react/daygrid');
const loadList = () => import('@fullcalendar/react/list');

const loaders = {
  timeGridWeek: loadTimeGrid,
  timeGridDay: loadTimeGrid,
  dayGridWeek: loadDayGrid,
  dayGridMonth: loadDayGrid,
  listWeek: loadList,
  listDay: loadList,
  listMonth: loadList,
};

const plugins = new Map<LibraryView, ReturnType<typeof loadPlugin>>();

async function loadPlugin(view: LibraryView) {
  const { default: plugin } = await loaders[view]();
  return plugin;
}

/** Loads a view's code, once. Returns the same promise for a view each time, so `use` can wait for it. */
export function getPlugin(view: LibraryView) {
  const plugin = plugins.get(view) ?? loadPlugin(view);
  plugins.set(view, plugin);
  // When a view is only preloaded, its failure is unhandled here; whatever draws it gets the error.
  plugin.catch(() => undefined);
  return plugin;
}

import { basename } from 'node:path';

/** Modules by their importers and imports, as Rolldown knows them. */
interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; importedIds: readonly string[] } | null;
}

const isOwn = (id: string) => /\/(web|contract)\/src\//.test(id);

/** The routes around a page: signed in, the shell, an organization, a property. */
const routesAroundPages =
  /src\/app\/first-reads\.ts$|routes\/_auth(\/_shell(\/organization\/\$organizationId(\/spots\/\$spotId)?)?)?\.tsx\?/;

/** What draws over the page brings a large library along. */
const overlays =
  /src\/(shared\/property-menu|ui\/(calendar\/[\w-]+|frame\/(dialog|slide-over)|form\/(date-input|date-range-(popover|calendar)|multi-select|select-input)))\.tsx$/;

/** What begins a page of a property. */
const propertyParts =
  /src\/shared\/(property-switcher|spot-address|page-links|reviews-link|story-link|figure-link|without-prices)|contract\/src\/(people\/reviews|cars\/violations|money\/report-range)\.ts$/;

/** The pages that drivers open on their phones, often with a slow connection, and what follows a form. */
const driversPages =
  /src\/app\/phones\/(appeal|car\.\$token)\.tsx$|cars\/appeals\/your-violation\.tsx$/;

/** What draws the pages that have a router, and the login, which comes with it. */
const routerParts = /src\/app\/pages\.tsx$|src\/features\/people\/session\/login\.page\.tsx$/;

/** The valet stand, which phones open too and which has no router. */
const standPage = /src\/app\/phones\/valet\.\$orgId\.tsx$/;

/** Remembers the answer for each module; `whileAsking` is the answer within a cycle. */
function remember<T>(ask: (id: string, graph: ModuleGraph) => T, whileAsking: T) {
  const answers = new Map<string, T>();
  return (id: string, graph: ModuleGraph): T => {
    const known = answers.get(id);
    if (known !== undefined) return known;
    answers.set(id, whileAsking);
    const answer = ask(id, graph);
    answers.set(id, answer);
    return answer;
  };
}

/** Collects the modules of a kind that load a module without a click. */
const listLoaders = (isKind: (id: string) => boolean) => {
  const list: (id: string, graph: ModuleGraph) => ReadonlySet<string> = remember<
    ReadonlySet<string>
  >((id, graph) => {
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    const loaders = importers.flatMap((importer) => [...list(importer, graph)]);
    return new Set(isKind(id) ? [...loaders, id] : loaders);
  }, new Set());
  return list;
};

/** The pages that load a module. */
const listPages = listLoaders(
  (id) => id.endsWith('?tsr-split=component') || driversPages.test(id) || standPage.test(id),
);

const listDriversPages = listLoaders((id) => driversPages.test(id));

const listRouterParts = listLoaders((id) => routerParts.test(id));

/** Whether a drivers' page can't begin without a module. */
const isOfDrivers = (id: string, graph: ModuleGraph) =>
  [...listDriversPages(id, graph)].some((page) => !page.endsWith('your-violation.tsx'));

/** The views of the calendar library that load a module. */
const listViews = listLoaders((id) =>
  /@fullcalendar\/react\/(daygrid|timegrid|list)\.js$/.test(id),
);

const listStands = listLoaders((id) => standPage.test(id));

const listStandDialogs = listLoaders((id) => id.endsWith('/valet/stand-dialogs.ts'));

/** Whether the valet stand loads a module. */
const isOfStand = (id: string, graph: ModuleGraph) => listStands(id, graph).size > 0;

const listRoutesAround = listLoaders((id) => routesAroundPages.test(id));

const isAroundPages = (id: string, graph: ModuleGraph) => listRoutesAround(id, graph).size > 0;

const needsOverlay: (id: string, graph: ModuleGraph) => boolean = remember(
  (id, graph) =>
    overlays.test(id) ||
    (graph.getModuleInfo(id)?.importedIds ?? []).some(
      (imported) => isOwn(imported) && needsOverlay(imported, graph),
    ),
  false,
);

const isShared = (id: string, graph: ModuleGraph, minPages: number) =>
  listPages(id, graph).size >= minPages && !needsOverlay(id, graph);

/** A file of the matching modules that several pages share. */
const shareFile = (name: string, minPages: number, priority: number, test: RegExp) => ({
  name: (id: string, graph: ModuleGraph) => (isShared(id, graph, minPages) ? name : null),
  debugName: name,
  test,
  priority,
});

/** Files of what drivers' pages load; `isInFile` is asked with the number of them, and of all pages. */
const driversFile = (
  priority: number,
  isInFile: (drivers: number, pages: number) => boolean,
  debugName: string,
) => ({
  name: (id: string, graph: ModuleGraph) => {
    const drivers = [...listDriversPages(id, graph)];
    return drivers[0] && isInFile(drivers.length, listPages(id, graph).size)
      ? `${debugName}-${drivers.map((page) => basename(page, '.tsx')).join('-')}`
      : null;
  },
  debugName,
  test: isOwn,
  priority,
});

/**
 * Every file has overhead, and small ones compress worse, so what is loaded together is one file:
 * first what every URL and the login need, then what most signed-in pages share, then what kinds
 * of pages do. Each takes along the dependencies that none before it took, so no file waits for one
 * that waits for it.
 */
export const codeSplitting = {
  groups: [
    {
      name: 'start',
      test: /web\/index\.html$|src\/kernel\/(early-reads|first-form)\.ts$|valet-lots\.ts$|vite\/preload-helper/,
      priority: 13,
    },
    // What draws any page. The text field is Mantine's as it is: no module of ours is left to bring it along.
    {
      name: (id: string, graph: ModuleGraph) =>
        /\/(TextInput\.mjs|code-input\.module\.css)$/.test(id) ||
        (isOwn(id) && isOfDrivers(id, graph) && listRouterParts(id, graph).size > 0)
          ? 'core'
          : null,
      debugName: 'core',
      priority: 12,
    },
    // What the login shares with the valet stand and its dialogs.
    {
      name: (id: string, graph: ModuleGraph) =>
        /\/(ComboboxChevron|NativeSelect)\.mjs$/.test(id) ||
        (isOwn(id) &&
          (isOfStand(id, graph) || listStandDialogs(id, graph).size > 0) &&
          listRouterParts(id, graph).size > 0)
          ? 'session'
          : null,
      debugName: 'session',
      priority: 11.5,
    },
    {
      name: 'base',
      test: routerParts,
      priority: 11,
    },
    // The overview and half of the pages don't calculate with days.
    {
      name: 'calendar',
      test: /contract\/src\/kernel\/(calendar|weekdays)\.ts$/,
      priority: 10,
    },
    // What drivers' pages share with many others, so that they don't load the rest of it.
    {
      name: (id: string, graph: ModuleGraph) =>
        /\/(draw-phone-page\.tsx|call-in-time\.ts)$/.test(id) ||
        (listDriversPages(id, graph).size > 0 && isShared(id, graph, 7))
          ? 'drivers'
          : null,
      debugName: 'drivers',
      test: isOwn,
      priority: 9.5,
    },
    // What is around pages and most of them share: what the valet stand has too, then the rest with the menu.
    {
      name: (id: string, graph: ModuleGraph) =>
        isOfStand(id, graph) &&
        (!isOwn(id) ||
          isShared(id, graph, 7) ||
          (isAroundPages(id, graph) && !needsOverlay(id, graph)))
          ? 'frame'
          : null,
      debugName: 'frame',
      test: /(web|contract)\/src\/|icons\/(bell|bell-ring|camera|log-out|triangle-exclamation-point)\.mjs$|use-debounced-(callback|value)/,
      priority: 9,
    },
    {
      name: (id: string, graph: ModuleGraph) =>
        routesAroundPages.test(id) || isShared(id, graph, 29) ? 'shell' : null,
      debugName: 'shell',
      test: isOwn,
      priority: 8.9,
    },
    // Dialogs are loaded on a click. They must not get into what all pages share.
    {
      name: 'overlay',
      test: /\/(OptionalPortal|FocusTrap|Overlay|ScrollArea|Popover)\.mjs$/,
      priority: 8,
    },
    { name: 'select', test: /src\/ui\/form\/select-input\.tsx$/, priority: 7 },
    { name: 'dialog', test: /src\/ui\/frame\/(dialog|confirm-dialog)\.tsx$/, priority: 6 },
    // Tables, forms, and what a property's pages begin with.
    {
      name: (id: string, graph: ModuleGraph) =>
        isShared(id, graph, propertyParts.test(id) ? 2 : 7) ? 'pages' : null,
      debugName: 'pages',
      test: new RegExp(
        String.raw`${propertyParts.source}|web/src/ui/(?!charts)|icons/(chevron-left|x)\.mjs$`,
      ),
      priority: 5,
    },
    // Money by day, in charts and in words.
    shareFile(
      'figures',
      2,
      4,
      /contract\/src\/money\/(figures|changes|reports|ledger)\.ts$|src\/ui\/(charts\/|form\/date-range(-picker|\.rules))|src\/shared\/(report-ranges|money-chart)\./,
    ),
    // What is special about days.
    shareFile(
      'days',
      2,
      3,
      /contract\/src\/operations\/(calendar-days|recurrence|local-intelligence|events)\.|src\/shared\/(day-notes|first-of-month)/,
    ),
    // What the menu of superusers calls.
    { name: 'superuser', test: /contract\/src\/platform\/superuser\.ts$/, priority: 2 },
    shareFile('reports', 2, 2, /contract\/src\/(money\/custom-reports|people\/aggregator-rentals)/),
    // The calendar with what every view of it needs, then the grid of days, which hours are built on.
    {
      name: (id: string, graph: ModuleGraph) =>
        isOwn(id) || listViews(id, graph).size === 3 ? 'calendar-library' : null,
      debugName: 'calendar-library',
      test: /@full(calendar|-ui)\/|src\/ui\/calendar\/calendar\.tsx$/,
      priority: 2,
    },
    // The rest of drivers' pages: of both, and of one that few others load as well.
    driversFile(0.7, (drivers) => drivers > 1, 'drivers-only'),
    driversFile(0.6, (drivers, pages) => pages > drivers, 'and-few'),
    { name: 'day-grid', test: /@fullcalendar\/react\/daygrid\.js$/, priority: 1 },
  ],
};

import type { LucideIcon } from 'lucide-react';
import {
  CalendarDays,
  Camera,
  Car,
  ChartLine,
  CircleDollarSign,
  ClipboardList,
  History,
  Lightbulb,
  Percent,
  Plane,
  ShieldCheck,
  SlidersHorizontal,
  TicketCheck,
  UserRoundCheck,
} from 'lucide-react';

export const spotIcons: Readonly<Record<string, LucideIcon>> = {
  rates: CircleDollarSign,
  timeline: History,
  events: CalendarDays,
  visitors: UserRoundCheck,
  codes: TicketCheck,
  promos: Percent,
  violations: ShieldCheck,
  drivers: Car,
  'aggregator-rentals': Plane,
  reports: ClipboardList,
  graphs: ChartLine,
  visibility: Camera,
  'driver-insights': Lightbulb,
  'custom-reports': SlidersHorizontal,
};

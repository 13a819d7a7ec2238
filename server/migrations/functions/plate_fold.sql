-- Plates of one fold may be one plate to a camera. The same table of signs as plateFold in
-- server/src/records/plates.ts; a test holds the two together.
create or replace function lotkeeper.plate_fold(plate_key text) returns text
  language sql immutable parallel safe
  return translate(plate_key, 'OQDILZSGB', '000112568');

-- after delete: tell
-- after update: tell, tell_mapping

create or replace trigger tell after update of spot_pk, direction, revoked_at, signing_secret or delete on camera_feeds
  for each statement execute function lotkeeper.tell_keys();

create or replace trigger tell_mapping after update of mapping on camera_feeds
  for each statement execute function lotkeeper.tell_keys();

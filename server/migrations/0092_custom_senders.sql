-- A sender's own JSON or XML is read by what an Admin pointed at; and what a sender sends in vain is counted.
alter table camera_feeds add column mapping jsonb;
comment on column camera_feeds.mapping is 'where its messages have plate, time, camera and direction; null where the format says so, or nobody did';

alter table camera_feeds add column too_large_count integer not null default 0;
alter table camera_feeds add column too_large_at timestamptz;
comment on column camera_feeds.too_large_count is 'messages that were refused, because they were larger than the limit';

create trigger tell_mapping after update of mapping on camera_feeds
  for each statement execute function lotkeeper.tell_keys();

-- What decisions at the plate desk show about the signs that a camera reads.
create table camera_signs (
  organization_id bigint not null references organizations,
  camera_pk bigint not null,
  read_sign text not null,
  true_sign text not null,
  count bigint not null,
  primary key (organization_id, camera_pk, read_sign, true_sign),
  foreign key (organization_id, camera_pk) references cameras
);
comment on column camera_signs.read_sign is 'as the camera read it; empty where it left one out';
comment on column camera_signs.true_sign is 'as it was; empty where there was none';
alter table camera_signs enable row level security;
create policy tenant on camera_signs using (organization_id = any ((select lotkeeper.scope())::bigint[]));

alter table cameras add column sign_counts jsonb;
comment on column cameras.sign_counts is 'camera_signs in short: by sign that it read, how often it was right and wrong; null = nothing is known';

alter table desk_decisions add column learned jsonb;
comment on column desk_decisions.learned is 'what it counted for cameras, so that undoing it takes exactly that back';

alter table plate_reads add column sureness real;
comment on column plate_reads.sureness is 'confidence, weighed by what was known of its camera when it was first paired; null without one';

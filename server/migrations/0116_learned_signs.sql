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

-- The same in short, for pairing. Not in cameras: each read writes and locks its camera's row.
create table camera_reliability (
  organization_id bigint not null references organizations,
  camera_pk bigint not null,
  sign_counts jsonb,
  primary key (organization_id, camera_pk),
  foreign key (organization_id, camera_pk) references cameras
);
comment on column camera_reliability.sign_counts is
  'by sign that it read, how often it was right and wrong; null = nothing is known';

do $$
declare
  tenant text;
begin
  foreach tenant in array array['camera_signs', 'camera_reliability'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format(
      'create policy tenant on %I using (organization_id = any ((select lotkeeper.scope())::bigint[]))', tenant);
  end loop;
end
$$;

alter table desk_decisions add column learned jsonb, add column accepted boolean;
comment on column desk_decisions.learned is 'what it counted for cameras, so that undoing it takes exactly that back';
comment on column desk_decisions.accepted is 'whether it was what was suggested, with the plate and the other visit; null = made before this was kept';

alter table plate_reads add column sureness real;
comment on column plate_reads.sureness is 'confidence, weighed by what was known of its camera when it was first paired; null without one';

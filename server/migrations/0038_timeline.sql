-- What people did to the prices of a property and to the team of its organization, by when: the timeline tells it.

alter table audit_entries
  add column spot_pk bigint,
  add foreign key (organization_id, spot_pk) references spots;
comment on column audit_entries.spot_pk is 'the property whose prices the act changed';

update audit_entries a set spot_pk = r.spot_pk from rates r
where r.organization_id = a.organization_id and a.subject = 'rate ' || r.pk;
update audit_entries a set spot_pk = s.pk from spots s
where s.organization_id = a.organization_id and a.subject = 'property ' || s.pk and a.act = 'change'
  and a.after ?| array['price_hourly', 'price_daily', 'price_monthly', 'price_flat'];

create index audit_entries_of_prices on audit_entries (organization_id, spot_pk, happened_at)
  where spot_pk is not null;
create index audit_entries_of_team on audit_entries (organization_id, happened_at)
  where act = 'accept' or subject like 'person %';

-- migration: concurrent
-- What was earned before, and paid out elsewhere: payouts leave it out.
create index concurrently revenue_sources_history on revenue_sources (organization_id, spot_pk, local_date)
  include (gross, refunds, tax, processing_fee, commission) where source = 'history';

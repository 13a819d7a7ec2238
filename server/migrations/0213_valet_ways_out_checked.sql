-- migration: concurrent
alter table valet_orders validate constraint valet_orders_processor_check;
alter table valet_sessions validate constraint valet_sessions_fetching_by;

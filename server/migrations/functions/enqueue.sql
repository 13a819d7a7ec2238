-- The queue adds a job of a key in two steps: it frees the key where the job of that key is under way, then adds
-- the job or moves the one that waits. A worker that takes the waiting job between the two makes the second step
-- do nothing, and what had to be looked at is seen by nobody. Then it is asked again: the job is under way now.
create or replace function lotkeeper.enqueue(
  job text, payload json, job_key text, run_at timestamptz, priority integer default 0) returns void
  language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
  declare
    added bigint;
  begin
    loop
      select id into added
      from graphile_worker.add_job(job, payload, run_at => run_at, max_attempts => 10, job_key => job_key,
        priority => priority);
      exit when added is not null;
    end loop;
  end $$;
revoke execute on function lotkeeper.enqueue from public;
grant execute on function lotkeeper.enqueue to lotkeeper_app;

set local lock_timeout = '2s';

-- Whether a month is there is asked of the catalog's rows, not of to_regclass: that remembers a "no" across the lock, so
-- two processes starting in a new month made it twice and one of them failed. Messages that came before their month was
-- made lie in message_rest; they move along, because a month cannot be made over rows of the rest.
create or replace function message_partition(moment timestamptz) returns void
  language plpgsql security definer set search_path = public
  as $$
declare
  since timestamptz := date_trunc('month', moment at time zone 'UTC') at time zone 'UTC';
  until timestamptz := (date_trunc('month', moment at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  name text := 'message_' || to_char(since at time zone 'UTC', 'YYYYMM');
begin
  if exists (select from pg_class where relname = name and relnamespace = 'public'::regnamespace) then return; end if;
  perform pg_advisory_xact_lock(hashtext('message_partition'));
  if exists (select from pg_class where relname = name and relnamespace = 'public'::regnamespace) then return; end if;
  if exists (select from message_rest where id >= uuid_floor(since) and id < uuid_floor(until)) then
    execute format('create table %I (like message including defaults including constraints)', name);
    execute format(
      'with moved as (delete from message_rest where id >= %L and id < %L returning *) insert into %I select * from moved',
      uuid_floor(since), uuid_floor(until), name);
    execute format('alter table message attach partition %I for values from (%L) to (%L)', name, uuid_floor(since), uuid_floor(until));
  else
    execute format('create table %I partition of message for values from (%L) to (%L)', name, uuid_floor(since), uuid_floor(until));
  end if;
end $$;

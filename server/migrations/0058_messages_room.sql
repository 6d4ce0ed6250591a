set local lock_timeout = '2s';

-- A text that is sent is updated twice before it rests: marked before the carrier hears of it, and with what the carrier
-- answered. Without room beside it the row moved to another page each time and was entered into every index again. Months are
-- filled to three fifths now, so that most of these updates stay on their page and touch no index.
do $$
declare
  month regclass;
begin
  for month in select inhrelid::regclass from pg_inherits where inhparent = 'message'::regclass loop
    execute format('alter table %s set (fillfactor = 60)', month);
  end loop;
end $$;

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
    execute format('create table %I (like message including defaults including constraints) with (fillfactor = 60)', name);
    execute format(
      'with moved as (delete from message_rest where id >= %L and id < %L returning *) insert into %I select * from moved',
      uuid_floor(since), uuid_floor(until), name);
    execute format('alter table message attach partition %I for values from (%L) to (%L)', name, uuid_floor(since), uuid_floor(until));
  else
    execute format('create table %I partition of message for values from (%L) to (%L) with (fillfactor = 60)', name, uuid_floor(since), uuid_floor(until));
  end if;
end $$;

set local lock_timeout = '2s';

-- Every word of a text was sorted into its index by itself, which cost PostgreSQL more than everything else that is written of
-- a text. Now words wait in a short list, which whoever fills it sorts in at once: the follower of the log, for whom nobody
-- waits. A search reads the list of each month too, so it stays short: 512 kB are the words of about a thousand texts.
create function message_search_gather(months regclass[]) returns void
  language plpgsql set search_path = public
  as $$
declare
  words regclass;
begin
  for words in
    select i.indexrelid::regclass from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where i.indrelid = any(months) and a.amname = 'gin'
  loop
    execute format('alter index %s set (fastupdate = on, gin_pending_list_limit = 512)', words);
  end loop;
end $$;
revoke execute on function message_search_gather(regclass[]) from public;

select message_search_gather(array(select inhrelid::regclass from pg_inherits where inhparent = 'message_search'::regclass));

create or replace function message_search_partition(moment timestamptz) returns void
  language plpgsql security definer set search_path = public
  as $$
declare
  since timestamptz := date_trunc('month', moment at time zone 'UTC') at time zone 'UTC';
  until timestamptz := (date_trunc('month', moment at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  name text := 'message_search_' || to_char(since at time zone 'UTC', 'YYYYMM');
begin
  if exists (select from pg_class where relname = name and relnamespace = 'public'::regnamespace) then return; end if;
  perform pg_advisory_xact_lock(hashtext('message_search_partition'));
  if exists (select from pg_class where relname = name and relnamespace = 'public'::regnamespace) then return; end if;
  if exists (select from message_search_rest where id >= uuid_floor(since) and id < uuid_floor(until)) then
    execute format('create table %I (like message_search including defaults including constraints)', name);
    execute format(
      'with moved as (delete from message_search_rest where id >= %L and id < %L returning *) insert into %I select * from moved',
      uuid_floor(since), uuid_floor(until), name);
    execute format('alter table message_search attach partition %I for values from (%L) to (%L)', name, uuid_floor(since), uuid_floor(until));
  else
    execute format('create table %I partition of message_search for values from (%L) to (%L)', name, uuid_floor(since), uuid_floor(until));
  end if;
  perform message_search_gather(array[name::regclass]);
end $$;

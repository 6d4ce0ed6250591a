set local lock_timeout = '2s';

-- The indexed words of each message, in a table of their own: a message is written and updated several times while it is
-- sent, and an index on it would be paid for each time, while a request waits. Here a follower of the event log writes the words
-- once, a moment later. Partitioned by month, as messages are, so that a search can start with the newest and stop.
create table message_search (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  sender_id uuid,
  direction text not null,
  has_media boolean not null,
  words tsvector not null,
  primary key (org_id, id)
) partition by range (id);
-- Inserting every word into the index by itself cost more than everything else that is written for a message. New words
-- wait in a pending list, which the follower merges when it is full, without delaying a request. A search reads the list of each
-- month too, so it stays short: 512 kB are the words of about 1,000 messages. Partitions inherit these settings.
create index message_search_words on message_search using gin (org_id, contact_id, words) with (fastupdate = on, gin_pending_list_limit = 512);
create index message_search_by_contact on message_search (org_id, contact_id, id desc);
create table message_search_rest partition of message_search default;
alter table message_search enable row level security;
alter table message_search force row level security;
create policy message_search_of_org on message_search to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy message_search_of_system on message_search to crewline_system using (true) with check (true);
create policy message_search_of_scope on message_search as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = message_search.org_id and g.contact_id = message_search.contact_id));
grant select on message_search to crewline_app;
grant select, insert, update, delete on message_search to crewline_system;

-- As create_message_partition, for the words.
create function create_message_search_partition(moment timestamptz) returns void
  language plpgsql security definer set search_path = public
  as $$
declare
  since timestamptz := date_trunc('month', moment at time zone 'UTC') at time zone 'UTC';
  until timestamptz := (date_trunc('month', moment at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  name text := 'message_search_' || to_char(since at time zone 'UTC', 'YYYYMM');
begin
  if exists (select from pg_class where relname = name and relnamespace = 'public'::regnamespace) then return; end if;
  perform pg_advisory_xact_lock(hashtext('create_message_search_partition'));
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
end $$;
revoke execute on function create_message_search_partition(timestamptz) from public;
grant execute on function create_message_search_partition(timestamptz) to crewline_system;

-- Returns ids of messages of one organization whose words match, newest first, month by month from `below` down; `floors`
-- are the first ids of the months, newest first. It uses only the index of words: for words that the planner believes
-- common it would walk along the ids, which is slow where they are rare.
create function message_search_months(
  org uuid, query tsquery, below uuid, floors uuid[], max_count int,
  contact uuid, sender uuid, wanted_direction text, media boolean, seen_by uuid) returns setof uuid
  language plpgsql stable set enable_indexscan = off set enable_seqscan = off
  as $$
declare
  high uuid := below;
  low uuid;
  hits uuid[];
  missing int := max_count;
begin
  foreach low in array floors loop
    continue when low >= high;
    if contact is null then
      hits := array(select s.id from message_search s
        where s.org_id = org and s.id >= low and s.id < high and s.words @@ query
          and (sender is null or s.sender_id = sender) and (wanted_direction is null or s.direction = wanted_direction)
          and (media is null or s.has_media = media)
          and (seen_by is null or exists (select from group_member g join member_group v on v.org_id = g.org_id and v.group_id = g.group_id
            where g.org_id = org and g.contact_id = s.contact_id and v.member_id = seen_by))
        order by s.id desc limit missing);
    else
      hits := array(select s.id from message_search s
        where s.org_id = org and s.contact_id = contact and s.id >= low and s.id < high and s.words @@ query
          and (sender is null or s.sender_id = sender) and (wanted_direction is null or s.direction = wanted_direction)
          and (media is null or s.has_media = media)
        order by s.id desc limit missing);
    end if;
    return query select unnest(hits);
    missing := missing - cardinality(hits);
    exit when missing <= 0;
    high := low;
  end loop;
end $$;
revoke execute on function message_search_months(uuid, tsquery, uuid, uuid[], int, uuid, uuid, text, boolean, uuid) from public;
grant execute on function message_search_months(uuid, tsquery, uuid, uuid[], int, uuid, uuid, text, boolean, uuid) to crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('search', '0', 0, now());

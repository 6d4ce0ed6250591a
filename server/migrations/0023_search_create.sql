set local lock_timeout = '2s';

-- Keys of organizations and contacts beside words in one index. Trusted, so the owner of the database may add it.
create extension if not exists btree_gin;

-- The words of each message, beside the messages themselves: a text is written and updated several times while it travels,
-- and an index on it would be paid each time, by whoever waits. Here a follower of the fact log writes them once, a moment
-- later. By month, as messages are, so that a search can begin with the newest and stop.
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
-- Without a list of what is still to be sorted in: reading that would make searches slower, and nobody waits for writing.
create index message_search_words on message_search using gin (org_id, contact_id, words) with (fastupdate = off);
create index message_search_of_conversation on message_search (org_id, contact_id, id desc);
create table message_search_rest partition of message_search default;
alter table message_search enable row level security;
alter table message_search force row level security;
create policy message_search_of_org on message_search to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy message_search_of_system on message_search to crewline_system using (true) with check (true);
grant select on message_search to crewline_app;
grant select, insert, update, delete on message_search to crewline_system;
create policy message_search_of_scope on message_search as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = message_search.org_id and g.contact_id = message_search.contact_id));

-- As message_partition, for the words.
create function message_search_partition(moment timestamptz) returns void
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
end $$;
revoke execute on function message_search_partition(timestamptz) from public;
grant execute on function message_search_partition(timestamptz) to crewline_system;

-- Ids of messages of one organization whose words match, newest first, month by month from `below` down; `floors` are the
-- first ids of the months, newest first. It reads the words only through their index: a walk along the ids would be chosen
-- for words the planner believes common, and is slow where they are not.
create function message_search_months(
  org uuid, asked tsquery, below uuid, floors uuid[], most int,
  contact uuid, sender uuid, way text, media boolean, seen_by uuid) returns setof uuid
  language plpgsql stable set enable_indexscan = off set enable_seqscan = off
  as $$
declare
  high uuid := below;
  low uuid;
  hits uuid[];
  missing int := most;
begin
  foreach low in array floors loop
    continue when low >= high;
    if contact is null then
      hits := array(select s.id from message_search s
        where s.org_id = org and s.id >= low and s.id < high and s.words @@ asked
          and (sender is null or s.sender_id = sender) and (way is null or s.direction = way) and (media is null or s.has_media = media)
          and (seen_by is null or exists (select from group_member g join member_group v on v.org_id = g.org_id and v.group_id = g.group_id
            where g.org_id = org and g.contact_id = s.contact_id and v.member_id = seen_by))
        order by s.id desc limit missing);
    else
      hits := array(select s.id from message_search s
        where s.org_id = org and s.contact_id = contact and s.id >= low and s.id < high and s.words @@ asked
          and (sender is null or s.sender_id = sender) and (way is null or s.direction = way) and (media is null or s.has_media = media)
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

-- Words are learned from the facts told from now on; those of older messages are gathered from the messages.
insert into event_cursor (follower, xid, seq, moved_at)
select 'search', (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8, 9223372036854775807, now();

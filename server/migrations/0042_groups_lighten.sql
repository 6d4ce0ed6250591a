-- contract: the keys that are no longer watched row by row are watched statement by statement; what updates a membership
-- changes its time or what it counts for and nothing else, in every version
set local lock_timeout = '2s';

-- Who comes into a group is written down once: the membership says since when, by whom and why. A line of history is written
-- when somebody leaves again, by the database itself, so that no statement can forget it. Memberships from before have
-- their coming among the lines already, and no moment here.
alter table group_member
  add column joined_at timestamptz,
  add column joined_by uuid,
  -- Why they came, where that is not what keeps them in: a pin set by hand in a group with rules.
  add column joined_cause text check (joined_cause in ('hand', 'rules', 'import', 'copy', 'merge', 'sync'));
revoke update on group_member from crewline_app, crewline_system;
grant update (last_at, counted) on group_member to crewline_app, crewline_system;

create function keep_joined() returns trigger
  language plpgsql
  as $$ begin
    insert into group_event (org_id, contact_id, group_id, at, change, cause, by_user)
    select org_id, contact_id, group_id, joined_at, 'joined', coalesce(joined_cause, cause), joined_by from gone
    where joined_at is not null
    on conflict do nothing;
    return null;
  end $$;
create trigger group_member_keeps_joined after delete on group_member
  referencing old table as gone for each statement execute function keep_joined();

-- Three keys looked up for each of a hundred thousand rows were half of what it costs to fill a group. The organization's
-- follows from the group's; the other two are looked up here once a statement and once a row. Nobody may delete a
-- contact, a group or an organization, so the other half of a key has nothing to do.
alter table group_member
  alter constraint group_member_org_id_fkey not enforced,
  alter constraint group_member_org_id_group_id_fkey not enforced,
  alter constraint group_member_org_id_contact_id_fkey not enforced;
alter table group_event alter constraint group_event_org_id_fkey not enforced;

create function refuse_strange_members() returns trigger
  language plpgsql
  as $$ begin
    if exists (select from (select distinct org_id, group_id from come) m
        where not exists (select from contact_group g where g.org_id = m.org_id and g.id = m.group_id))
      -- A look-up for each, whatever the planner thought of the first statement it saw: it keeps its plan.
      or exists (select from come m
        where (select c.id from contact c where c.org_id = m.org_id and c.id = m.contact_id limit 1) is null) then
      raise foreign_key_violation using message = 'a member of a group that is not there, or nobody';
    end if;
    return null;
  end $$;
create trigger group_member_is_somebody after insert on group_member
  referencing new table as come for each statement execute function refuse_strange_members();

create function refuse_strange_events() returns trigger
  language plpgsql
  as $$ begin
    if exists (select from (select distinct org_id from come) e where not exists (select from organization o where o.id = e.org_id)) then
      raise foreign_key_violation using message = 'a line of history of an organization that is not there';
    end if;
    return null;
  end $$;
create trigger group_event_is_of_somebody after insert on group_event
  referencing new table as come for each statement execute function refuse_strange_events();

-- Whom texts may reach is asked about everybody in a list or a count: those who opted out are few.
create index consent_number_opted_out on consent (org_id, phone) where opted_out;

-- A rare name among a million is looked up, not read for. Trusted, so the owner of the database may add it.
create extension if not exists pg_trgm;

-- As before, but with what it calls found once: an index is built, and a backup restored, where no schema is looked through.
create or replace function folded_text(said text) returns text
  language sql immutable parallel safe
  return case when octet_length(said) = length(said) then lower(said) else folded_marks(said) end;
-- All a search compares, each on a line of its own, so that no word is found across two of them.
create function contact_words(sort_name text, preferred_name text, employee_id text, phone text) returns text
  language sql immutable parallel safe
  return sort_name || chr(10) || folded_text(preferred_name) || chr(10) || folded_text(employee_id) || chr(10) || coalesce(phone, '');
create index contact_by_words on contact using gin (org_id, contact_words(sort_name, preferred_name, employee_id, phone) gin_trgm_ops)
  where archived_at is null;

-- Ids of workers whose words are like all of these patterns, at most so many. Under row security the planner may not ask an
-- index for `like`, because it could tell of rows by failing; this asks it in the role that sees every organization, and
-- only for the one the transaction is of. Whose rows a member may see is still up to the policies on the table: ids from
-- here are looked up there.
create function contacts_with_words(patterns text[], most int) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin
    return array(select c.id from contact c
      where c.org_id = nullif(current_setting('app.org', true), '')::uuid and c.archived_at is null
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like patterns[1]
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like coalesce(patterns[2], '%')
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like all (patterns)
      limit most);
  end $$;
grant create on schema public to crewline_system;
alter function contacts_with_words(text[], int) owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function contacts_with_words(text[], int) from public;
grant execute on function contacts_with_words(text[], int) to crewline_app;

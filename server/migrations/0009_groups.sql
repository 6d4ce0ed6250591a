set local lock_timeout = '2s';

create table contact_group (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  description text not null default '',
  color text not null default 'gray',
  type text not null default 'static' check (type in ('static', 'dynamic', 'hris', 'system')),
  -- The rules of a smart or system group, as the contract's FilterNode.
  filter jsonb,
  contact_count int not null default 0,
  reachable_count int not null default 0,
  state text not null default 'ready' check (state in ('ready', 'evaluating', 'error')),
  last_evaluated_at timestamptz,
  -- What the last evaluation changed, and when one last changed anything.
  last_added int not null default 0,
  last_removed int not null default 0,
  changed_at timestamptz,
  -- The user to notify when the evaluation in progress ends.
  requested_by uuid,
  -- The organization that manages the group; null for the organization itself. Its name is copied, because members of this
  -- organization cannot read the other one.
  managed_by uuid references organization (id),
  manager_name text,
  system_key text,
  created_at timestamptz not null,
  -- When the group was deleted; its history stays.
  archived_at timestamptz,
  primary key (org_id, id),
  constraint contact_group_filter check ((type in ('dynamic', 'system')) = (filter is not null))
);
create unique index contact_group_by_name on contact_group (org_id, lower(name)) where archived_at is null and type <> 'system';
-- The follower and the nightly evaluation look for groups with rules; they are few.
create index contact_group_with_rules on contact_group (org_id) where type = 'dynamic' and archived_at is null;
alter table contact_group enable row level security;
alter table contact_group force row level security;
create policy contact_group_of_org on contact_group to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_group_of_system on contact_group to crewline_system using (true) with check (true);
create policy contact_group_of_scope on contact_group as restrictive to crewline_scoped
  using (id = any(array(select mine.group_id from member_group mine)));
grant select, insert, update on contact_group to crewline_app;
grant select, insert, update on contact_group to crewline_system;

-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table member_group add foreign key (org_id, group_id) references contact_group (org_id, id);

-- One row per membership. It carries the time of the contact's last message, so that the inbox filtered by group is one
-- index range (measured with a million conversations: 250 times a key look-up with EXISTS, 1.1 to 1.5 times with this).
create table group_member (
  -- Three keys checked for each of 100,000 rows were half the cost of filling a group. They are not enforced: triggers
  -- below check them, once per statement for groups and once per row for contacts. No one may delete a contact, a group or
  -- an organization, so the other side of the keys needs no check.
  org_id uuid not null references organization (id) not enforced,
  group_id uuid not null,
  contact_id uuid not null,
  last_at timestamptz,
  -- Why the contact is a member.
  cause text not null default 'hand' check (cause in ('hand', 'rules', 'import', 'copy', 'merge', 'sync', 'page')),
  -- What this row adds to the counts of its group: 0 archived, 1 a contact, 2 a contact that messages can reach. The
  -- counts change by the difference whenever this changes.
  counted smallint not null default 1,
  -- When, by whom and why the contact joined. `joined_cause` is set where that is not what keeps them in: a contact pinned
  -- by hand in a group with rules.
  joined_at timestamptz,
  joined_by uuid,
  joined_cause text check (joined_cause in ('hand', 'rules', 'import', 'copy', 'merge', 'sync', 'page')),
  -- `counted` is in the index of the key, so that the members of any of several groups are counted from the indexes alone,
  -- merged in the order of contacts: for 250,000 contacts in five groups among a million, 2,400 pages are read instead of
  -- 34,000.
  primary key (org_id, group_id, contact_id) include (counted),
  foreign key (org_id, group_id) references contact_group (org_id, id) not enforced,
  foreign key (org_id, contact_id) references contact (org_id, id) not enforced
);
create index group_member_by_contact on group_member (org_id, contact_id);
create index group_member_by_time on group_member (org_id, group_id, last_at desc, contact_id desc) where last_at is not null;
alter table group_member enable row level security;
alter table group_member force row level security;
create policy group_member_of_org on group_member to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy group_member_of_system on group_member to crewline_system using (true) with check (true);
-- Joining a group widens what a member sees, so it is never done in their own scope.
create policy group_member_of_scope on group_member as restrictive to crewline_scoped
  using (group_id = any(array(select mine.group_id from member_group mine)))
  with check (false);
grant select, insert, delete, update (last_at, counted) on group_member to crewline_app;
grant select, insert, delete, update (last_at, counted) on group_member to crewline_system;

create function check_group_members_exist() returns trigger
  language plpgsql
  as $$ begin
    if exists (select from (select distinct org_id, group_id from added) m
        where not exists (select from contact_group g where g.org_id = m.org_id and g.id = m.group_id))
      -- A subquery with a limit forces one look-up per row, whatever the planner estimated for the first statement: it
      -- keeps its plan.
      or exists (select from added m
        where (select c.id from contact c where c.org_id = m.org_id and c.id = m.contact_id limit 1) is null) then
      raise foreign_key_violation using message = 'a group member refers to a group or a contact that does not exist';
    end if;
    return null;
  end $$;
create trigger group_member_check after insert on group_member
  referencing new table as added for each statement execute function check_group_members_exist();

-- Members limited to some groups see the contacts of these groups.
create policy contact_of_scope on contact as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact.org_id and g.contact_id = contact.id));
create policy contact_pair_dismissed_of_scope on contact_pair_dismissed as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact_pair_dismissed.org_id and g.contact_id = contact_pair_dismissed.low_id)
    and exists (select from group_member g where g.org_id = contact_pair_dismissed.org_id and g.contact_id = contact_pair_dismissed.high_id));

-- Contacts that are always or never in a group with rules.
create table group_pin (
  org_id uuid not null references organization (id),
  group_id uuid not null,
  contact_id uuid not null,
  kind text not null check (kind in ('in', 'out')),
  at timestamptz not null,
  primary key (org_id, group_id, contact_id),
  foreign key (org_id, group_id) references contact_group (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create index group_pin_by_contact on group_pin (org_id, contact_id);
alter table group_pin enable row level security;
alter table group_pin force row level security;
create policy group_pin_of_org on group_pin to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy group_pin_of_system on group_pin to crewline_system using (true) with check (true);
create policy group_pin_of_scope on group_pin as restrictive to crewline_scoped
  using (group_id = any(array(select mine.group_id from member_group mine))
    and exists (select from group_member g where g.org_id = group_pin.org_id and g.contact_id = group_pin.contact_id))
  with check (false);
grant select, insert, update, delete on group_pin to crewline_app;
grant select, insert, update, delete on group_pin to crewline_system;

-- Past memberships, so that the app can explain why a contact was in a group. Append-only. Joining is recorded in
-- group_member; when a contact leaves, the trigger below copies it here, so that no statement can forget it.
create table group_event (
  org_id uuid not null references organization (id) not enforced,
  contact_id uuid not null,
  group_id uuid not null,
  at timestamptz not null,
  change text not null check (change in ('joined', 'left')),
  cause text not null check (cause in ('hand', 'rules', 'import', 'copy', 'merge', 'sync', 'page')),
  -- The member who did it; null where rules did.
  by_user uuid,
  primary key (org_id, contact_id, group_id, at, change)
);
alter table group_event enable row level security;
alter table group_event force row level security;
create policy group_event_of_org on group_event to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy group_event_of_system on group_event to crewline_system using (true) with check (true);
create policy group_event_of_scope on group_event as restrictive to crewline_scoped
  using (group_id = any(array(select mine.group_id from member_group mine))
    and exists (select from group_member g where g.org_id = group_event.org_id and g.contact_id = group_event.contact_id))
  with check (false);
grant select, insert on group_event to crewline_app;
grant select, insert, delete on group_event to crewline_system;

create function check_group_events_org() returns trigger
  language plpgsql
  as $$ begin
    if exists (select from (select distinct org_id from added) e where not exists (select from organization o where o.id = e.org_id)) then
      raise foreign_key_violation using message = 'a group event refers to an organization that does not exist';
    end if;
    return null;
  end $$;
create trigger group_event_check after insert on group_event
  referencing new table as added for each statement execute function check_group_events_org();

create function log_joins_of_removed_members() returns trigger
  language plpgsql
  as $$ begin
    insert into group_event (org_id, contact_id, group_id, at, change, cause, by_user)
    select org_id, contact_id, group_id, joined_at, 'joined', coalesce(joined_cause, cause), joined_by from removed
    where joined_at is not null
    on conflict do nothing;
    return null;
  end $$;
create trigger group_member_log_join after delete on group_member
  referencing old table as removed for each statement execute function log_joins_of_removed_members();

-- The groups that every organization has. They have no membership rows: their rules are evaluated each time. Their ids
-- follow from the organization's id, so that no look-up is needed.
create function system_group_id(organization uuid, key text) returns uuid
  language sql immutable parallel safe
  as $$ select overlay(overlay(md5(organization::text || ':' || key) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid $$;
create function add_system_groups() returns trigger
  language plpgsql
  as $$ begin
    insert into contact_group (org_id, id, name, type, filter, system_key, created_at)
    select new.id, system_group_id(new.id, key), name, 'system', filter::jsonb, key, new.created_at
    from (values
      ('all', 'All contacts', '{"op":"and","children":[]}'),
      ('new', 'New (30 days)', '{"op":"and","children":[{"field":"createdAt","cmp":"in_last_days","value":30}]}'),
      ('unreachable', 'Unreachable', '{"op":"and","children":[{"field":"reach","cmp":"in","value":["no_mobile","landline","not_in_use"]}]}'),
      ('opted_out', 'Opted out', '{"op":"and","children":[{"field":"activity","cmp":"opted_out"}]}'),
      ('terminated', 'Terminated', '{"op":"and","children":[{"field":"status","cmp":"in","value":["terminated"]}]}')
    ) fixed(key, name, filter)
    on conflict do nothing;
    return null;
  end $$;
create trigger organization_add_groups after insert on organization for each row execute function add_system_groups();

-- Returns whether changes to contacts of this organization still wait to be counted in their groups. Where very many
-- events wait, it returns true without reading them all. The cursor covers all organizations, so this runs as
-- crewline_system, and only for the organization of the transaction.
create function group_counts_wait() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  place event_cursor;
  answer boolean;
begin
  select * into place from event_cursor where follower = 'groups';
  if not found then return true; end if;
  select count(*) = 1000 or coalesce(bool_or(late.org_id = current_setting('app.org')::uuid
      and late.name in ('contact.changed', 'consent.changed')), false) into answer
    from (select f.org_id, f.name from event_log f where (f.xid, f.seq) > (place.xid, place.seq) order by f.xid, f.seq limit 1000) late;
  return answer;
end $$;
grant create on schema public to crewline_system;
alter function group_counts_wait() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function group_counts_wait() from public;
grant execute on function group_counts_wait() to crewline_app, crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('groups', '0', 0, now());

-- Which transactions changed who is in an audience, so that a stored count knows whether it still holds. Written by
-- triggers and not by events, because a count must be right whatever changed the rows. One row for each transaction and
-- audience, so that writers never wait for each other. The group is the zero id for changes that concern every audience:
-- those of contacts and of opt-outs.
create table audience_change (
  org_id uuid not null,
  group_id uuid not null,
  xid xid8 not null,
  at timestamptz not null,
  primary key (org_id, group_id, xid)
);
create index audience_change_by_age on audience_change (at);
alter table audience_change enable row level security;
alter table audience_change force row level security;
create policy audience_change_of_org on audience_change to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy audience_change_of_system on audience_change to crewline_system using (true) with check (true);
create policy audience_change_of_scope on audience_change as restrictive to crewline_scoped using (false);
grant select on audience_change to crewline_app;
grant select, insert, delete on audience_change to crewline_system;

create function note_contact_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into audience_change (org_id, group_id, xid, at)
    select distinct org_id, '00000000-0000-0000-0000-000000000000'::uuid, pg_current_xact_id(), now() from changed
    on conflict do nothing;
    return null;
  end $$;
create function note_opt_out_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into audience_change (org_id, group_id, xid, at)
    select distinct org_id, '00000000-0000-0000-0000-000000000000'::uuid, pg_current_xact_id(), now() from changed where opted_out
    on conflict do nothing;
    return null;
  end $$;
create function note_consent_edit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into audience_change (org_id, group_id, xid, at)
    select distinct org_id, '00000000-0000-0000-0000-000000000000'::uuid, pg_current_xact_id(), now()
    from changed left join was using (org_id, phone) where was.opted_out is distinct from changed.opted_out
    on conflict do nothing;
    return null;
  end $$;
create function note_member_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into audience_change (org_id, group_id, xid, at)
    select distinct org_id, group_id, pg_current_xact_id(), now() from changed
    on conflict do nothing;
    return null;
  end $$;
grant create on schema public to crewline_system;
alter function note_contact_change() owner to crewline_system;
alter function note_opt_out_change() owner to crewline_system;
alter function note_consent_edit() owner to crewline_system;
alter function note_member_change() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function note_contact_change(), note_opt_out_change(), note_consent_edit(), note_member_change() from public;

create trigger contact_added after insert on contact
  referencing new table as changed for each statement execute function note_contact_change();
create trigger contact_edited after update on contact
  referencing new table as changed for each statement execute function note_contact_change();
create trigger opt_out_added after insert on consent
  referencing new table as changed for each statement execute function note_opt_out_change();
create trigger opt_out_edited after update on consent
  referencing old table as was new table as changed for each statement execute function note_consent_edit();
create trigger opt_out_deleted after delete on consent
  referencing old table as changed for each statement execute function note_opt_out_change();
create trigger group_member_joined after insert on group_member
  referencing new table as changed for each statement execute function note_member_change();
create trigger group_member_left after delete on group_member
  referencing old table as changed for each statement execute function note_member_change();

-- contract: the name of a group stays unique; the index is made anew without deleted groups and those of the product
set local lock_timeout = '2s';

alter table contact_group
  add column description text not null default '',
  add column color text not null default 'gray',
  add column type text not null default 'static' check (type in ('static', 'dynamic', 'hris', 'system')),
  -- The rules of a dynamic or system group, as the contract's FilterNode.
  add column filter jsonb,
  add column reachable_count int not null default 0,
  add column state text not null default 'ready' check (state in ('ready', 'evaluating', 'error')),
  add column last_evaluated_at timestamptz,
  -- What the last evaluation changed, and when one last changed anything.
  add column last_added int not null default 0,
  add column last_removed int not null default 0,
  add column changed_at timestamptz,
  -- Who asked for the evaluation under way, to be told when it is done.
  add column asked_by uuid,
  -- The organization that manages it; null for this one.
  add column managed_by uuid references organization (id),
  -- When it was deleted; its history stays.
  add column archived_at timestamptz,
  add column system_key text,
  add constraint contact_group_filter check ((type in ('dynamic', 'system')) = (filter is not null));
drop index contact_group_by_name;
create unique index contact_group_by_name on contact_group (org_id, lower(name)) where archived_at is null and type <> 'system';
-- Groups that are evaluated are few; the follower and the midnight look for them.
create index contact_group_with_rules on contact_group (org_id) where type = 'dynamic' and archived_at is null;
grant update on contact_group to crewline_system;

alter table group_member
  -- How they came to be in.
  add column cause text not null default 'hand' check (cause in ('hand', 'rules', 'import', 'copy', 'merge', 'sync')),
  -- What this row adds to the counts of its group: 0 archived, 1 one of its people, 2 one who can get texts as well. The
  -- counts change by the difference whenever this does.
  add column counted smallint not null default 1;
grant update, delete on group_member to crewline_system;

update group_member m set counted = case when c.archived_at is not null then 0
    when c.phone is not null and c.phone_state = 'ok' and k.opted_out is not true then 2 else 1 end
  from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
  where c.org_id = m.org_id and c.id = m.contact_id;
update contact_group g set contact_count = n.contacts, reachable_count = n.reachable
  from (select org_id, group_id, count(*) filter (where counted > 0) as contacts, count(*) filter (where counted = 2) as reachable
        from group_member group by org_id, group_id) n
  where n.org_id = g.org_id and n.group_id = g.id;

-- Who is always in a group with rules, and who never.
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
create index group_pin_of_contact on group_pin (org_id, contact_id);
alter table group_pin enable row level security;
alter table group_pin force row level security;
create policy group_pin_of_org on group_pin to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy group_pin_of_system on group_pin to crewline_system using (true) with check (true);
create policy group_pin_of_scope on group_pin as restrictive to crewline_scoped
  using (group_id = any(array(select mine.group_id from member_group mine))
    and exists (select from group_member g where g.org_id = group_pin.org_id and g.contact_id = group_pin.contact_id))
  with check (false);
grant select, insert, update, delete on group_pin to crewline_app;
grant select, insert, update, delete on group_pin to crewline_system;

-- Every coming and going, for "why is Ana here?". Only added to.
create table group_event (
  org_id uuid not null references organization (id),
  contact_id uuid not null,
  group_id uuid not null,
  at timestamptz not null,
  change text not null check (change in ('joined', 'left')),
  cause text not null check (cause in ('hand', 'rules', 'import', 'copy', 'merge', 'sync')),
  -- The member who did it; null where rules did.
  by_user uuid,
  primary key (org_id, contact_id, group_id, at, change)
);
alter table group_event enable row level security;
alter table group_event force row level security;
create policy group_event_of_org on group_event to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy group_event_of_system on group_event to crewline_system using (true) with check (true);
create policy group_event_of_scope on group_event as restrictive to crewline_scoped
  using (group_id = any(array(select mine.group_id from member_group mine))
    and exists (select from group_member g where g.org_id = group_event.org_id and g.contact_id = group_event.contact_id))
  with check (false);
grant select, insert on group_event to crewline_app;
grant select, insert, delete on group_event to crewline_system;

-- Lower case without accents, as folded() of the room contacts: words are compared so. Most are plain ASCII and cost no more
-- than lower(). The signs taken away are Unicode's marks.
create function folded_marks(said text) returns text
  language sql immutable parallel safe
  as $$ select normalize(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f]', '', 'g')), 'đłøıð', 'dloid'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) $$;
create function folded_text(said text) returns text
  language sql immutable parallel safe
  as $$ select case when octet_length(said) = length(said) then lower(said) else folded_marks(said) end $$;

-- The groups every organization has: everybody, the new, and those whom texts do not reach. Nobody stands in them as a
-- member: their rules are asked each time. Their ids follow from the organization's, so that nobody has to look them up.
create function system_group_id(organization uuid, key text) returns uuid
  language sql immutable parallel safe
  as $$ select overlay(overlay(md5(organization::text || ':' || key) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid $$;

create function add_system_groups(organization uuid, moment timestamptz) returns void
  language sql
  as $$ insert into contact_group (org_id, id, name, type, filter, system_key, created_at)
    select organization, system_group_id(organization, key), name, 'system', filter::jsonb, key, moment
    from (values
      ('all', 'All contacts', '{"op":"and","children":[]}'),
      ('new', 'New (30 days)', '{"op":"and","children":[{"field":"createdAt","cmp":"in_last_days","value":30}]}'),
      ('unreachable', 'Unreachable', '{"op":"and","children":[{"field":"reach","cmp":"in","value":["no_mobile","landline","not_in_use"]}]}'),
      ('opted_out', 'Opted out', '{"op":"and","children":[{"field":"activity","cmp":"opted_out"}]}'),
      ('terminated', 'Terminated', '{"op":"and","children":[{"field":"status","cmp":"in","value":["terminated"]}]}')
    ) fixed(key, name, filter)
    on conflict do nothing $$;

create function add_system_groups_once() returns trigger
  language plpgsql
  as $$ begin
    perform add_system_groups(new.id, new.created_at);
    return null;
  end $$;
create trigger organization_gets_groups after insert on organization for each row execute function add_system_groups_once();
select add_system_groups(id, created_at) from organization;

insert into event_cursor (follower, xid, seq, moved_at)
select 'groups', (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8, 9223372036854775807, now();

set local lock_timeout = '2s';

-- What a parent organization shares with its children: the rules of a group, or a custom field.
create table share (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('group', 'field')),
  object_id uuid not null,
  -- The children it is shared with; empty: all of them.
  organization_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  primary key (org_id, id),
  constraint share_once unique (org_id, kind, object_id)
);
alter table share enable row level security;
alter table share force row level security;
create policy share_of_org on share to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy share_of_system on share to crewline_system using (true) with check (true);
grant select, insert, update, delete on share to crewline_app;
grant select on share to crewline_system;

-- The result in a child; a row of the child organization.
create table share_copy (
  org_id uuid not null references organization (id),
  share_id uuid not null,
  parent_id uuid not null references organization (id),
  kind text not null check (kind in ('group', 'field')),
  -- The child's own group or field; null where it could not be created.
  object_id uuid,
  -- Why it could not be created, as text.
  problem text,
  primary key (org_id, share_id)
);
create index share_copy_by_parent on share_copy (parent_id, share_id);
alter table share_copy enable row level security;
alter table share_copy force row level security;
create policy share_copy_of_org on share_copy to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy share_copy_of_system on share_copy to crewline_system using (true) with check (true);
grant select, insert, update, delete on share_copy to crewline_app;
grant select, insert on share_copy to crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('family', '0', 0, now());

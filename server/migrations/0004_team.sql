set local lock_timeout = '2s';

-- A role that an organization defined for itself, from the same permissions as the built-in ones.
create table custom_role (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  permissions text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
create unique index custom_role_by_name on custom_role (org_id, lower(name));
alter table custom_role enable row level security;
alter table custom_role force row level security;
create policy custom_role_of_org on custom_role to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy custom_role_of_system on custom_role to crewline_system using (true) with check (true);
grant select, insert, update, delete on custom_role to crewline_app;
grant select, insert, update, delete on custom_role to crewline_system;

-- A user's membership in an organization. Scope `groups`: the member sees only the contacts of their groups.
create table member (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'manager', 'agent', 'author', 'viewer', 'custom')),
  -- The custom role, and its permissions as they are: every request reads them with the membership.
  role_id uuid,
  permissions text[],
  -- An API key is a member with the status 'api_key', whatever became of the key.
  status text not null default 'active' check (status in ('invited', 'active', 'deactivated', 'api_key')),
  scope text not null default 'all' check (scope in ('all', 'groups')),
  created_at timestamptz not null,
  -- When a removed member joined again: sessions opened before do not count. Null: they were never removed.
  rejoined_at timestamptz,
  primary key (org_id, id),
  unique (org_id, user_id),
  foreign key (org_id, role_id) references custom_role (org_id, id),
  check ((role = 'custom') = (role_id is not null)),
  check ((role = 'custom') = (permissions is not null))
);
create index member_by_role on member (org_id, role_id) where role_id is not null;
create index member_by_user on member (user_id);
alter table member enable row level security;
alter table member force row level security;
create policy member_of_org on member to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy member_of_system on member to crewline_system using (true) with check (true);
grant select, insert, update on member to crewline_app;
grant select, insert, update on member to crewline_system;

-- The groups that a member with scope `groups` sees.
create table member_group (
  org_id uuid not null references organization (id),
  member_id uuid not null,
  group_id uuid not null,
  primary key (org_id, member_id, group_id),
  foreign key (org_id, member_id) references member (org_id, id)
);
create index member_group_by_group on member_group (org_id, group_id);
alter table member_group enable row level security;
alter table member_group force row level security;
create policy member_group_of_org on member_group to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy member_group_of_system on member_group to crewline_system using (true) with check (true);
-- How group scope works: requests of members who see only some groups run as crewline_scoped, which inherits the
-- permissions of crewline_app and is narrowed by the restrictive policies named *_of_scope. A contact that is in none of
-- the member's groups has no row. Each table's policy asks the next table, down to this one: group_member shows only the
-- member's groups, so "is in one of my groups" is "has a row there". The groups are read once per statement; the rest is
-- one index look-up per row. Where the planner expects many rows, as for reports, it may read every membership once
-- instead. For conversations `offset 0` forbids that, because the inbox is walked from its groups and stops after a page.
create policy member_group_of_scope on member_group as restrictive to crewline_scoped
  using (member_id = (select nullif(current_setting('app.member', true), '')::uuid))
  with check (false);
grant select, insert, delete on member_group to crewline_app;
grant select, insert, delete on member_group to crewline_system;

-- An invitation to join. Only the hash of the link's token is stored, and crewline_app cannot read even that.
create table invitation (
  org_id uuid not null references organization (id),
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'manager', 'agent', 'author', 'viewer', 'custom')),
  role_id uuid,
  group_ids uuid[] not null default '{}',
  token_hash bytea not null unique,
  invited_by uuid not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, role_id) references custom_role (org_id, id),
  check ((role = 'custom') = (role_id is not null))
);
create unique index invitation_by_id on invitation (id);
create unique index invitation_open on invitation (org_id, lower(email)) where accepted_at is null;
alter table invitation enable row level security;
alter table invitation force row level security;
create policy invitation_of_org on invitation to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy invitation_of_system on invitation to crewline_system using (true) with check (true);
grant select (org_id, id, email, role, role_id, group_ids, invited_by, sent_at, expires_at, accepted_at, created_at) on invitation to crewline_app;
grant insert, update, delete on invitation to crewline_app;
grant select, insert, update on invitation to crewline_system;

set local lock_timeout = '2s';

-- Tokens with which an identity provider provisions members. Only hashes are stored.
create table scim_token (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  -- A client acts as a user and a member of its own, who can never sign in, as API keys do.
  user_id uuid not null references user_account (id),
  member_id uuid not null,
  -- The first characters, to recognize it by.
  start text not null,
  token_hash bytea not null unique,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Written at most every five minutes.
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, member_id) references member (org_id, id)
);
alter table scim_token enable row level security;
alter table scim_token force row level security;
create policy scim_token_of_org on scim_token to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy scim_token_of_system on scim_token to crewline_system using (true) with check (true);
grant select, insert, update on scim_token to crewline_app;
grant select, update on scim_token to crewline_system;

-- What the identity provider calls a member. A member without a row was not provisioned by it.
create table scim_user (
  org_id uuid not null references organization (id),
  member_id uuid not null,
  user_name text not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, member_id),
  foreign key (org_id, member_id) references member (org_id, id)
);
create unique index scim_user_by_name on scim_user (org_id, lower(user_name));
alter table scim_user enable row level security;
alter table scim_user force row level security;
create policy scim_user_of_org on scim_user to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy scim_user_of_system on scim_user to crewline_system using (true) with check (true);
grant select, insert, update, delete on scim_user to crewline_app;
grant select on scim_user to crewline_system;

-- Groups of the identity provider; the rules of single sign-on say which role each gives.
create table scim_group (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
create unique index scim_group_by_name on scim_group (org_id, lower(name));
alter table scim_group enable row level security;
alter table scim_group force row level security;
create policy scim_group_of_org on scim_group to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy scim_group_of_system on scim_group to crewline_system using (true) with check (true);
grant select, insert, update, delete on scim_group to crewline_app;
grant select on scim_group to crewline_system;

create table scim_group_member (
  org_id uuid not null references organization (id),
  group_id uuid not null,
  member_id uuid not null,
  primary key (org_id, group_id, member_id),
  foreign key (org_id, group_id) references scim_group (org_id, id) on delete cascade,
  foreign key (org_id, member_id) references member (org_id, id)
);
create index scim_group_member_by_member on scim_group_member (org_id, member_id);
alter table scim_group_member enable row level security;
alter table scim_group_member force row level security;
create policy scim_group_member_of_org on scim_group_member to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy scim_group_member_of_system on scim_group_member to crewline_system using (true) with check (true);
grant select, insert, delete on scim_group_member to crewline_app;
grant select on scim_group_member to crewline_system;

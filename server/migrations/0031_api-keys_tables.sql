set local lock_timeout = '2s';

-- Keys with which programs call the API. Only hashes are stored; from those of 256 random bits nothing can be guessed.
create table api_key (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  -- A key acts as a user and a member of its own, who can never sign in: its work carries its name, and group scope holds
  -- for it as for anyone.
  user_id uuid not null references user_account (id),
  member_id uuid not null,
  permissions text[] not null,
  -- The first characters of the key, to recognize it by.
  start text not null,
  key_hash bytea not null unique,
  -- After a rotation, the key before works until then.
  previous_hash bytea unique,
  previous_until timestamptz,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Written at most every five minutes.
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, member_id) references member (org_id, id)
);
create unique index api_key_by_user on api_key (user_id);
alter table api_key enable row level security;
alter table api_key force row level security;
create policy api_key_of_org on api_key to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy api_key_of_system on api_key to crewline_system using (true) with check (true);
grant select, insert, update on api_key to crewline_app;
grant select, update on api_key to crewline_system;

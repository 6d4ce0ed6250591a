set local lock_timeout = '2s';

-- A teammate who manages the team looks at the product as another one sees it, for some minutes. The token opens the
-- product read only; only its hash is stored. The row stays as the record that the viewed teammate reads.
create table viewing (
  org_id uuid not null references organization (id),
  id uuid not null,
  token_hash bytea not null unique,
  -- Who views, in which of their sessions: it ends with that session.
  viewer_id uuid not null references user_account (id),
  session_id uuid not null,
  -- Who is viewed.
  user_id uuid not null references user_account (id),
  member_id uuid not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, member_id) references member (org_id, id)
);
create index viewing_open on viewing (expires_at) where ended_at is null;
create index viewing_by_user on viewing (user_id, started_at desc);
alter table viewing enable row level security;
alter table viewing force row level security;
create policy viewing_of_org on viewing to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy viewing_of_system on viewing to crewline_system using (true) with check (true);
grant select (org_id, id, viewer_id, user_id, member_id, started_at, expires_at, ended_at) on viewing to crewline_app;
grant insert, update (ended_at) on viewing to crewline_app;
grant select, insert, update, delete on viewing to crewline_system;

-- Each log-in of a member to an organization, and each one that was refused: what its members may know of it. A refused
-- one is written for every organization of the user. Of the address only the network is kept.
create table log_in (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references user_account (id),
  at timestamptz not null,
  method text not null check (method in ('password', 'code', 'link', 'sso', 'invitation')),
  -- Null when it succeeded.
  refused text check (refused in ('password', 'code')),
  device text not null,
  network text not null,
  primary key (org_id, id)
);
create index log_in_by_user on log_in (org_id, user_id, at desc, id desc);
create index log_in_by_time on log_in (org_id, at, id);
alter table log_in enable row level security;
alter table log_in force row level security;
create policy log_in_of_org on log_in to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy log_in_of_system on log_in to crewline_system using (true) with check (true);
grant select, insert, delete on log_in to crewline_app;
grant select, insert, delete on log_in to crewline_system;

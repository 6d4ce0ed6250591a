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

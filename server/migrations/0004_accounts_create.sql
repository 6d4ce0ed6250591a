set local lock_timeout = '2s';

-- A person may belong to several organizations, so neither table below has an org_id to scope by: sessions are read by
-- the gate alone, people by the gate and, as names, through membership.
create table user_account (
  id uuid primary key,
  email text not null,
  firstname text not null,
  lastname text not null,
  password_hash text,
  mute_notifications boolean not null default false,
  deactivated_at timestamptz,
  created_at timestamptz not null
);
create unique index user_account_by_email on user_account (lower(email));
alter table member add constraint member_person foreign key (user_id) references user_account (id);
grant select, insert, update on user_account to crewline_system;

-- A token is bound to one person in one organization; only its hash is stored.
create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references user_account (id),
  organization_id uuid not null references organization (id),
  kind text not null check (kind in ('full', 'unverified')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_by_user on session (user_id, created_at desc);
grant select, insert, update, delete on session to crewline_system;

-- Names beside messages: the app role sees the three columns of people who are members where it is.
alter table user_account enable row level security;
alter table user_account force row level security;
create policy user_account_of_org on user_account to crewline_app
  using (exists (select from member m where m.user_id = user_account.id));
create policy user_account_of_system on user_account to crewline_system using (true) with check (true);
grant select (id, firstname, lastname) on user_account to crewline_app;

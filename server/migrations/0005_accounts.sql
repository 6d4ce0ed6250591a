set local lock_timeout = '2s';

-- A user may belong to several organizations, so the tables of this file have no org_id to scope by: the session gate
-- reads sessions, and members see the names of users through memberships.
create table user_account (
  id uuid primary key,
  email text not null,
  firstname text not null,
  lastname text not null,
  password_hash text,
  phone text,
  phone_verified_at timestamptz,
  -- Any language tag: the languages of the product are its catalogs.
  locale text not null default 'en' check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  timezone text,
  color_scheme text not null default 'auto' check (color_scheme in ('light', 'dark', 'auto')),
  pinned_apps text[] not null default '{}',
  mute_notifications boolean not null default false,
  mfa_method text not null default 'none' check (mfa_method in ('none', 'sms', 'totp')),
  -- Both encrypted: the secret in use, and the one that is being set up.
  mfa_secret text,
  mfa_secret_offered text,
  -- The last time step of the authenticator that was used: a code works once (RFC 6238, 5.2).
  mfa_last_step bigint not null default 0,
  code_failures integer not null default 0,
  pending_email text,
  notices_off_at timestamptz,
  deactivated_at timestamptz,
  created_at timestamptz not null
);
create unique index user_account_by_email on user_account (lower(email));
alter table user_account enable row level security;
alter table user_account force row level security;
-- Members see users who are members of the same organization, and of them only the columns granted below: names next to
-- messages, the team list, and the language of the person who invited someone.
create policy user_account_of_org on user_account to crewline_app
  using (exists (select from member m where m.user_id = user_account.id));
create policy user_account_of_system on user_account to crewline_system using (true) with check (true);
grant select (id, firstname, lastname, email, locale, mfa_method) on user_account to crewline_app;
grant select, insert, update on user_account to crewline_system;

-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table member add foreign key (user_id) references user_account (id);
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table invitation add foreign key (invited_by) references user_account (id);

-- A token is bound to one user in one organization; only its hash is stored.
create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references user_account (id),
  organization_id uuid not null references organization (id),
  kind text not null check (kind in ('full', 'unverified')),
  address text not null default '',
  user_agent text not null default '',
  -- The sign-in that this session belongs to: switching organizations opens another session of the same sign-in. Null: its
  -- own.
  sign_in_id uuid,
  -- When the user last proved who they are; sensitive changes require a recent proof.
  proved_at timestamptz,
  -- Set when the user switches organizations: the token stays in its organization and lives one minute after its successor
  -- is first used.
  replaced_at timestamptz,
  -- The session that this one replaces, until this one is used for the first time.
  before_id uuid,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text
);
create index session_by_user on session (user_id, created_at desc);
create index session_by_before on session (before_id) where before_id is not null;
grant select, insert, update, delete on session to crewline_system;

-- A started sign-up. It becomes a user and an organization when the email is confirmed, so that known and unknown addresses
-- are treated the same until then.
create table registration (
  id uuid primary key,
  token_hash bytea not null unique,
  -- The token before the last log-in: the tab that began the sign-up keeps working after a log-in elsewhere.
  previous_token_hash bytea unique,
  verify_hash bytea unique,
  email text not null,
  firstname text not null,
  lastname text not null,
  password_hash text not null,
  locale text not null check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  phone text,
  organization jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verify_expires_at timestamptz,
  verified_at timestamptz
);
create index registration_by_email on registration (lower(email), created_at desc);
create index registration_by_expiry on registration (expires_at);
grant select, insert, update, delete on registration to crewline_system;

-- Secrets that open one thing once: links in emails, the second step of a sign-in, proofs. Only hashes are stored.
create table one_time_secret (
  id uuid primary key,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('reset', 'login', 'email_old', 'email_new', 'mfa', 'phone')),
  user_id uuid references user_account (id),
  detail jsonb not null default '{}',
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_secret_by_user on one_time_secret (user_id, purpose);
create index one_time_secret_by_expiry on one_time_secret (expires_at);
grant select, insert, update, delete on one_time_secret to crewline_system;

-- Codes sent by text to a user or for a registration, stored as a keyed hash.
create table phone_code (
  id uuid primary key,
  asker text not null,
  phone text not null,
  source text not null,
  code_fingerprint bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index phone_code_by_asker on phone_code (asker, created_at desc);
create index phone_code_by_expiry on phone_code (expires_at);
grant select, insert, update, delete on phone_code to crewline_system;

create table backup_code (
  user_id uuid not null references user_account (id),
  code_fingerprint bytea not null,
  used_at timestamptz,
  primary key (user_id, code_fingerprint)
);
grant select, insert, update, delete on backup_code to crewline_system;

create table trusted_device (
  id uuid primary key,
  user_id uuid not null references user_account (id),
  token_hash bytea not null unique,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index trusted_device_by_user on trusted_device (user_id);
grant select, insert, update, delete on trusted_device to crewline_system;

-- Consecutive wrong passwords by a hash of the email, whether the address is known or not.
create table login_failure (
  name_hash bytea primary key,
  failures integer not null,
  next_at timestamptz not null,
  updated_at timestamptz not null
);
grant select, insert, update, delete on login_failure to crewline_system;

-- Emails requested by address, such as a password reset. They are answered in the background, so that the response time
-- does not reveal whether the address is known.
create table mail_request (
  id uuid primary key,
  sealed text not null,
  created_at timestamptz not null
);
grant select, insert, update, delete on mail_request to crewline_system;

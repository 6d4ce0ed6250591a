set local lock_timeout = '2s';

alter table user_account
  add column phone text,
  add column phone_verified_at timestamptz,
  add column locale text not null default 'en' check (locale in ('en', 'es')),
  add column timezone text,
  add column color_scheme text not null default 'auto' check (color_scheme in ('light', 'dark', 'auto')),
  add column pinned_apps text[] not null default '{}',
  add column mfa_method text not null default 'none' check (mfa_method in ('none', 'sms', 'totp')),
  -- Sealed. The one being set up waits beside the one in force.
  add column mfa_secret text,
  add column mfa_secret_offered text,
  -- The last step of the app's clock that was used: a code opens once (RFC 6238, 5.2).
  add column mfa_last_step bigint not null default 0,
  add column code_failures integer not null default 0,
  add column pending_email text,
  add column notices_off_at timestamptz;

alter table session
  add column address text not null default '',
  add column user_agent text not null default '',
  -- When the person last proved who they are; changes that matter ask for it to be fresh.
  add column proved_at timestamptz,
  -- Set by a switch: the token stays in its organization and, once its successor is used, lives a minute longer.
  add column replaced_at timestamptz,
  -- The session that this one follows, until this one is used for the first time.
  add column before_id uuid,
  add column revoked_reason text;

create index session_by_before on session (before_id) where before_id is not null;

-- Who founds an organization is asked once what it is.
alter table organization
  add column industry text,
  add column headcount text,
  add column needs_info boolean not null default false;

-- Somebody who began an account. It becomes a person and an organization when the e-mail is confirmed, so that known and
-- unknown addresses are treated the same until then.
create table registration (
  id uuid primary key,
  token_hash bytea not null unique,
  verify_hash bytea unique,
  email text not null,
  firstname text not null,
  lastname text not null,
  password_hash text not null,
  locale text not null,
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

-- Secrets that open one thing once: links in mails, the second step of a log-in, proofs. Only hashes are stored.
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

-- Codes sent by text, for a person or for a registration; kept as a keyed hash.
create table phone_code (
  id uuid primary key,
  asker text not null,
  phone text not null,
  source text not null,
  code_mark bytea not null,
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
  code_mark bytea not null,
  used_at timestamptz,
  primary key (user_id, code_mark)
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

-- Wrong passwords in a row by a hash of the e-mail, known or not.
create table login_failure (
  name_hash bytea primary key,
  failures integer not null,
  next_at timestamptz not null,
  updated_at timestamptz not null
);
grant select, insert, update, delete on login_failure to crewline_system;

-- Mails somebody asked for by e-mail address. They are answered in the background, so that the asker cannot tell from the
-- time it takes whether the address is known.
create table mail_request (
  id uuid primary key,
  sealed text not null,
  created_at timestamptz not null
);
grant select, insert, update, delete on mail_request to crewline_system;

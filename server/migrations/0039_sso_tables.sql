set local lock_timeout = '2s';

-- The identity provider of an organization, and what its word is worth here.
create table sso_connection (
  org_id uuid primary key references organization (id),
  -- Sessions name it. Another identity provider is another connection: subjects mean something else there.
  id uuid not null unique,
  -- Null: no identity provider yet, only domains, rules or the parent's provider.
  protocol text check (protocol in ('oidc', 'saml')),
  -- The issuer of OpenID Connect, or the entity id of the SAML identity provider.
  issuer text not null default '',
  client_id text not null default '',
  -- Encrypted.
  client_secret text,
  -- The log-in address of the SAML identity provider, and the certificates it may sign with, as PEM.
  entry_point text not null default '',
  certificates text[] not null default '{}',
  -- The claim or attribute with the groups of a person.
  groups_claim text not null default 'groups',
  state text not null default 'off' check (state in ('off', 'on', 'required')),
  -- The owners who may log in with a password although single sign-on is required.
  break_glass uuid[] not null default '{}',
  creates_members boolean not null default true,
  -- A built-in role or the id of a custom one, which may have been deleted since.
  default_role text not null default 'agent',
  -- Which group gives which role: [{ group, role, groupIds }]; the first that applies counts.
  group_roles jsonb not null default '[]',
  -- In a child organization: whether log-ins through the identity provider of the parent open it.
  trusts_parent boolean not null default false,
  -- The last time a test log-in worked with the identity provider as it is configured now.
  tested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table sso_connection enable row level security;
alter table sso_connection force row level security;
create policy sso_connection_of_org on sso_connection to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy sso_connection_of_system on sso_connection to crewline_system using (true) with check (true);
grant select, insert, update, delete on sso_connection to crewline_app;
grant select, update on sso_connection to crewline_system;

-- Email domains that an organization proved to hold with a DNS record.
create table sso_domain (
  org_id uuid not null references organization (id),
  domain text not null check (domain = lower(domain)),
  -- What the DNS record must contain.
  token text not null,
  verified_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, domain)
);
create index sso_domain_by_name on sso_domain (domain) where verified_at is not null;
alter table sso_domain enable row level security;
alter table sso_domain force row level security;
create policy sso_domain_of_org on sso_domain to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy sso_domain_of_system on sso_domain to crewline_system using (true) with check (true);
grant select, insert, update, delete on sso_domain to crewline_app;
grant select on sso_domain to crewline_system;

-- Which user a subject of the identity provider is.
create table sso_identity (
  org_id uuid not null references organization (id),
  connection_id uuid not null,
  subject text not null,
  user_id uuid not null references user_account (id),
  created_at timestamptz not null,
  primary key (org_id, connection_id, subject),
  -- No second subject logs in as the same user.
  unique (org_id, connection_id, user_id)
);
create index sso_identity_by_user on sso_identity (user_id);
alter table sso_identity enable row level security;
alter table sso_identity force row level security;
create policy sso_identity_of_org on sso_identity to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy sso_identity_of_system on sso_identity to crewline_system using (true) with check (true);
grant select, insert, delete on sso_identity to crewline_app;
grant select, insert, delete on sso_identity to crewline_system;

-- A log-in through the identity provider, from its start to its result. Each step takes it once.
create table sso_attempt (
  org_id uuid not null references organization (id),
  id uuid not null,
  connection_id uuid not null,
  purpose text not null check (purpose in ('login', 'test')),
  -- The user who tests; null for a log-in.
  tested_by uuid,
  state_hash bytea not null unique,
  -- Known only to the browser tab that began.
  binder_hash bytea not null,
  -- Encrypted: nonce and code verifier, or the id of the SAML request.
  request text not null,
  must_prove boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the response of the identity provider came; a second one is refused.
  answered_at timestamptz,
  ticket_hash bytea unique,
  finished_at timestamptz,
  user_id uuid references user_account (id),
  proved_at timestamptz,
  email text not null default '',
  groups text[] not null default '{}',
  -- Why it failed; null while it is open and after it worked.
  problem text,
  primary key (org_id, id)
);
create index sso_attempt_newest on sso_attempt (org_id, answered_at desc) where answered_at is not null;
create index sso_attempt_by_age on sso_attempt (created_at);
alter table sso_attempt enable row level security;
alter table sso_attempt force row level security;
create policy sso_attempt_of_org on sso_attempt to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy sso_attempt_of_system on sso_attempt to crewline_system using (true) with check (true);
grant select (org_id, id, connection_id, purpose, answered_at, finished_at, user_id, email, groups, problem) on sso_attempt to crewline_app;
grant select, insert, update, delete on sso_attempt to crewline_system;

-- The connection through which the user logged in; null: with a password.
alter table session add column sso_connection_id uuid;

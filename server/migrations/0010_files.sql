set local lock_timeout = '2s';

-- Files of messages and greetings. The bytes are in the storage under the keys; a row without a content key still has to be
-- downloaded from the carrier. Whatever carries a file claims it: a file is sent once.
create table file (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('image', 'video', 'audio', 'document')),
  name text not null,
  mime text not null,
  bytes int not null default 0,
  width int,
  height int,
  state text not null check (state in ('pending', 'ready', 'refused')),
  refused_reason text,
  -- Where the carrier keeps the file, and the line whose account can download it.
  source jsonb,
  link_key bytea not null,
  content_key text,
  thumb_key text,
  message_id uuid,
  claimed_at timestamptz,
  uploaded_by uuid references user_account (id),
  tries int not null default 0,
  try_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  check (state <> 'ready' or content_key is not null)
);
create index file_to_fetch on file (try_at) where state = 'pending';
create index file_unclaimed on file (created_at) where claimed_at is null;
create index file_to_remove on file (org_id, id) where state = 'refused' and content_key is not null;
alter table file enable row level security;
alter table file force row level security;
create policy file_of_org on file to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy file_of_system on file to crewline_system using (true) with check (true);
grant select, insert, update on file to crewline_app;
grant select, insert, update, delete on file to crewline_system;

-- Short links that replace a file in a text. Only the hash of the code is stored.
create table file_link (
  org_id uuid not null references organization (id),
  code_fingerprint bytea not null unique,
  file_id uuid not null,
  expires_at timestamptz not null,
  primary key (org_id, code_fingerprint),
  foreign key (org_id, file_id) references file (org_id, id) on delete cascade
);
create index file_link_by_file on file_link (org_id, file_id);
create index file_link_by_expiry on file_link (expires_at);
alter table file_link enable row level security;
alter table file_link force row level security;
create policy file_link_of_org on file_link to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy file_link_of_system on file_link to crewline_system using (true) with check (true);
create policy file_link_of_scope on file_link as restrictive to crewline_scoped using (false) with check (true);
grant select, insert on file_link to crewline_app;
grant select, insert, delete on file_link to crewline_system;

-- How many bytes an organization stores.
create table file_space (
  org_id uuid not null primary key references organization (id),
  bytes bigint not null default 0
);
alter table file_space enable row level security;
alter table file_space force row level security;
create policy file_space_of_org on file_space to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy file_space_of_system on file_space to crewline_system using (true) with check (true);
grant select, insert, update on file_space to crewline_app;
grant select, insert, update on file_space to crewline_system;

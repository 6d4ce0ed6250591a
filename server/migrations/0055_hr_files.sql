set local lock_timeout = '2s';

-- Where the list of people comes from, and which column of a file is what.
alter table hr_connection
  add column source text not null default 'finch' constraint hr_connection_source check (source in ('finch', 'file')),
  add column file_columns jsonb;

-- Files of people. The rows of those that no sync needs any more are deleted.
create table hr_file (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  via text not null check (via in ('page', 'https', 'sftp')),
  user_id uuid references user_account (id),
  key_id uuid,
  state text not null check (state in ('reading', 'ready', 'refused')),
  rows int not null default 0,
  headers jsonb not null default '[]',
  problem jsonb,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index hr_file_by_time on hr_file (org_id, created_at desc);
create index hr_file_by_age on hr_file (created_at);
alter table hr_file enable row level security;
alter table hr_file force row level security;
create policy hr_file_of_org on hr_file to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_file_of_system on hr_file to crewline_system using (true) with check (true);
grant select, insert, update, delete on hr_file to crewline_app;
grant select, delete on hr_file to crewline_system;

-- The rows of a file as read: the texts of its cells. A member limited to some groups reads none.
create table hr_file_row (
  org_id uuid not null references organization (id),
  file_id uuid not null,
  place int not null,
  -- The number of the row as a spreadsheet shows it.
  row int not null,
  cells jsonb not null,
  primary key (org_id, file_id, place),
  foreign key (org_id, file_id) references hr_file (org_id, id) on delete cascade
);
alter table hr_file_row enable row level security;
alter table hr_file_row force row level security;
create policy hr_file_row_of_org on hr_file_row to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_file_row_of_system on hr_file_row to crewline_system using (true) with check (true);
create policy hr_file_row_of_scope on hr_file_row as restrictive to crewline_scoped using (false);
grant select, insert, update, delete on hr_file_row to crewline_app;
grant select, delete on hr_file_row to crewline_system;

-- Keys with which programs send files: the hash of a secret, or of a public key.
create table hr_key (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('https', 'sftp')),
  name text not null,
  start text not null,
  hash bytea not null,
  created_by uuid references user_account (id),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (org_id, id)
);
create index hr_key_by_hash on hr_key (hash) where revoked_at is null;
alter table hr_key enable row level security;
alter table hr_key force row level security;
create policy hr_key_of_org on hr_key to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_key_of_system on hr_key to crewline_system using (true) with check (true);
grant select, insert, update on hr_key to crewline_app;
grant select, update on hr_key to crewline_system;

-- The file that a sync reads, and what its reader found wrong with a row.
alter table hr_sync add column file_id uuid;
alter table hr_row add column read_problem jsonb;

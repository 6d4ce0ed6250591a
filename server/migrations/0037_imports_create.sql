set local lock_timeout = '2s';

-- One file of people on its way in. A step that is due is taken for a while by one worker; what it does commits together with
-- how far it came, so that a process that dies anywhere leaves each row done once or not yet.
create table import (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- Who brought it: it sees and may do no more than they.
  user_id uuid not null references user_account (id),
  file_name text not null,
  bytes bigint not null,
  state text not null check (state in ('uploading', 'reading', 'matching', 'checking', 'checked', 'running', 'done', 'undoing', 'undone', 'failed')),
  -- How the file was read: its kind, encoding and separator, the line of the header.
  reading jsonb not null default '{}',
  total int not null default 0,
  -- The last line the present step has dealt with, and how many it dealt with before it.
  place int not null default 0,
  progress int not null default 0,
  columns jsonb not null default '[]',
  options jsonb not null default '{}',
  counts jsonb,
  result jsonb,
  problem text,
  notes text[] not null default '{}',
  attempts smallint not null default 0,
  -- Infinity where nothing waits.
  due_at timestamptz not null default 'infinity',
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id)
);
create index import_due on import (due_at) where due_at < 'infinity';
create index import_latest on import (org_id, created_at desc, id desc);
create index import_by_age on import (created_at);
alter table import enable row level security;
alter table import force row level security;
create policy import_of_org on import to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy import_of_system on import to crewline_system using (true) with check (true);
-- A file tells of workers nobody has sorted into groups yet: who sees some groups only sees their own files.
create policy import_of_scope on import as restrictive to crewline_scoped
  using (exists (select from member me where me.org_id = import.org_id and me.user_id = import.user_id
    and me.id = (select nullif(current_setting('app.member', true), '')::uuid)));
grant select, insert, update, delete on import to crewline_app;
grant select, insert, update, delete on import to crewline_system;

-- The bytes of a file until it is read, in pieces, where every process finds them.
create table import_part (
  org_id uuid not null,
  import_id uuid not null,
  nth int not null,
  content bytea not null,
  primary key (org_id, import_id, nth),
  foreign key (org_id, import_id) references import (org_id, id) on delete cascade
);
alter table import_part alter column content set storage external;
alter table import_part enable row level security;
alter table import_part force row level security;
create policy import_part_of_org on import_part to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy import_part_of_system on import_part to crewline_system using (true) with check (true);
create policy import_part_of_scope on import_part as restrictive to crewline_scoped
  using (exists (select from import i where i.org_id = import_part.org_id and i.id = import_part.import_id));
grant select, insert, delete on import_part to crewline_app;
grant select, insert, delete on import_part to crewline_system;

-- The rows as they were read, and what the check found: the stage from which people are brought in by one statement a chunk.
-- Logged, because a crash must not lose what somebody corrected by hand.
create table import_row (
  org_id uuid not null,
  import_id uuid not null,
  -- The line as a spreadsheet counts it.
  row int not null,
  cells jsonb not null,
  -- What somebody said about the row: skip, keep, sharesPhone.
  said jsonb not null default '{}',
  kind text check (kind in ('new', 'update', 'unchanged', 'duplicate', 'invalid', 'skipped')),
  phone text,
  employee_id text,
  -- Who it is; for somebody new the id they will have, so that bringing them in twice is impossible.
  contact_id uuid,
  -- What the row calls the person, for words about other rows.
  name text,
  draft jsonb,
  groups jsonb,
  problems jsonb,
  opted_out boolean not null default false,
  landline boolean not null default false,
  primary key (org_id, import_id, row),
  foreign key (org_id, import_id) references import (org_id, id) on delete cascade
);
create index import_row_by_phone on import_row (org_id, import_id, phone, row) where phone is not null;
create index import_row_by_employee_id on import_row (org_id, import_id, employee_id, row) where employee_id is not null;
create index import_row_of_known on import_row (org_id, import_id, contact_id, row) where kind in ('update', 'unchanged', 'duplicate');
alter table import_row enable row level security;
alter table import_row force row level security;
create policy import_row_of_org on import_row to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy import_row_of_system on import_row to crewline_system using (true) with check (true);
create policy import_row_of_scope on import_row as restrictive to crewline_scoped
  using (exists (select from import i where i.org_id = import_row.org_id and i.id = import_row.import_id));
grant select, insert, update, delete on import_row to crewline_app;
grant select, delete on import_row to crewline_system;

-- What an import did to people who were known, and the memberships it gave, so that it can be taken back.
create table import_undo (
  org_id uuid not null,
  import_id uuid not null,
  row int not null,
  contact_id uuid not null,
  added boolean not null,
  -- The facts that changed, as they were and as they became.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  group_ids uuid[] not null default '{}',
  primary key (org_id, import_id, row),
  foreign key (org_id, import_id) references import (org_id, id) on delete cascade
);
alter table import_undo enable row level security;
alter table import_undo force row level security;
create policy import_trace_of_org on import_undo to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy import_trace_of_system on import_undo to crewline_system using (true) with check (true);
create policy import_trace_of_scope on import_undo as restrictive to crewline_scoped
  using (exists (select from import i where i.org_id = import_undo.org_id and i.id = import_undo.import_id));
grant select, insert, update, delete on import_undo to crewline_app;
grant select, delete on import_undo to crewline_system;

-- Where an organization's columns went the last time, by their header.
create table import_memory (
  org_id uuid not null references organization (id),
  header text not null,
  -- Null: it was left out.
  target text,
  used_at timestamptz not null,
  primary key (org_id, header)
);
alter table import_memory enable row level security;
alter table import_memory force row level security;
create policy import_memory_of_org on import_memory to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy import_memory_of_system on import_memory to crewline_system using (true) with check (true);
grant select, insert, update on import_memory to crewline_app;
grant select on import_memory to crewline_system;

set local lock_timeout = '2s';

-- A file of contacts that is being imported by a durable run, which has the id of the import. Each step commits its rows
-- together with its position, so that after a crash each row is either done once or not yet.
create table import (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- The user who started it: the import may do no more than they may.
  user_id uuid not null references user_account (id),
  file_name text not null,
  bytes bigint not null,
  state text not null check (state in ('uploading', 'reading', 'matching', 'checking', 'checked', 'running', 'done', 'undoing', 'undone', 'failed')),
  -- How the file was read: its kind, encoding and separator, the line of the header.
  reading jsonb not null default '{}',
  total int not null default 0,
  -- The last line that the current step processed, and how many lines it processed up to there.
  place int not null default 0,
  progress int not null default 0,
  columns jsonb not null default '[]',
  options jsonb not null default '{}',
  counts jsonb,
  result jsonb,
  problem text,
  notes text[] not null default '{}',
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id)
);
create index import_latest on import (org_id, created_at desc, id desc);
create index import_by_age on import (created_at);
alter table import enable row level security;
alter table import force row level security;
create policy import_of_org on import to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy import_of_system on import to crewline_system using (true) with check (true);
-- A file names contacts that are in no group yet: members limited to some groups see only their own imports.
create policy import_of_scope on import as restrictive to crewline_scoped
  using (exists (select from member me where me.org_id = import.org_id and me.user_id = import.user_id
    and me.id = (select nullif(current_setting('app.member', true), '')::uuid)));
grant select, insert, update, delete on import to crewline_app;
grant select, insert, update, delete on import to crewline_system;

-- The bytes of a file in parts until it is read, where every process finds them. Stored external: they are not worth
-- compressing twice.
create table import_part (
  org_id uuid not null,
  import_id uuid not null,
  nth int not null,
  content bytea storage external not null,
  primary key (org_id, import_id, nth),
  foreign key (org_id, import_id) references import (org_id, id) on delete cascade
);
alter table import_part enable row level security;
alter table import_part force row level security;
create policy import_part_of_org on import_part to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy import_part_of_system on import_part to crewline_system using (true) with check (true);
create policy import_part_of_scope on import_part as restrictive to crewline_scoped
  using (exists (select from import i where i.org_id = import_part.org_id and i.id = import_part.import_id));
grant select, insert, delete on import_part to crewline_app;
grant select, insert, delete on import_part to crewline_system;

-- Staging rows: the rows as they were read, and what the check found. One statement per chunk imports contacts from here.
-- Logged, because a crash must not lose corrections made by hand.
create table import_row (
  org_id uuid not null,
  import_id uuid not null,
  -- The row number as a spreadsheet counts it.
  row int not null,
  cells jsonb not null,
  -- What a member decided about the row: skip, keep, sharesPhone.
  choices jsonb not null default '{}',
  kind text check (kind in ('new', 'update', 'unchanged', 'duplicate', 'invalid', 'skipped')),
  phone text,
  employee_id text,
  -- The contact; for a new one the id it will have, so that importing it twice is impossible.
  contact_id uuid,
  -- The name in this row, for messages about other rows.
  name text,
  draft jsonb,
  groups jsonb,
  problems jsonb,
  opted_out boolean not null default false,
  landline boolean not null default false,
  no_phone boolean not null default false,
  primary key (org_id, import_id, row),
  foreign key (org_id, import_id) references import (org_id, id) on delete cascade
);
create index import_row_by_phone on import_row (org_id, import_id, phone, row) where phone is not null;
create index import_row_by_employee_id on import_row (org_id, import_id, employee_id, row) where employee_id is not null;
create index import_row_by_contact on import_row (org_id, import_id, contact_id, row) where kind in ('update', 'unchanged', 'duplicate');
alter table import_row enable row level security;
alter table import_row force row level security;
create policy import_row_of_org on import_row to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy import_row_of_system on import_row to crewline_system using (true) with check (true);
create policy import_row_of_scope on import_row as restrictive to crewline_scoped
  using (exists (select from import i where i.org_id = import_row.org_id and i.id = import_row.import_id));
grant select, insert, update, delete on import_row to crewline_app;
grant select, delete on import_row to crewline_system;

-- The undo snapshot: what an import changed in existing contacts, and the memberships it added.
create table import_undo (
  org_id uuid not null,
  import_id uuid not null,
  row int not null,
  contact_id uuid not null,
  added boolean not null,
  -- The fields that changed, before and after.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  group_ids uuid[] not null default '{}',
  primary key (org_id, import_id, row),
  foreign key (org_id, import_id) references import (org_id, id) on delete cascade
);
alter table import_undo enable row level security;
alter table import_undo force row level security;
create policy import_undo_of_org on import_undo to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy import_undo_of_system on import_undo to crewline_system using (true) with check (true);
create policy import_undo_of_scope on import_undo as restrictive to crewline_scoped
  using (exists (select from import i where i.org_id = import_undo.org_id and i.id = import_undo.import_id));
grant select, insert, update, delete on import_undo to crewline_app;
grant select, delete on import_undo to crewline_system;

-- How the organization matched each column header last time.
create table import_memory (
  org_id uuid not null references organization (id),
  header text not null,
  -- Null: the column was left out.
  target text,
  used_at timestamptz not null,
  primary key (org_id, header)
);
alter table import_memory enable row level security;
alter table import_memory force row level security;
create policy import_memory_of_org on import_memory to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy import_memory_of_system on import_memory to crewline_system using (true) with check (true);
grant select, insert, update on import_memory to crewline_app;
grant select on import_memory to crewline_system;

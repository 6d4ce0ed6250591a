set local lock_timeout = '2s';

-- The connection of an organization to its HR system, and how its people become contacts. The row stays after a
-- disconnection and keeps the settings.
create table hr_connection (
  org_id uuid primary key references organization (id),
  state text not null default 'off' check (state in ('off', 'connected', 'reauth')),
  -- Who opened the connection page, until when its code is taken, and the hash of what the page must give back.
  attempt_by uuid,
  attempt_until timestamptz,
  attempt_state bytea,
  provider_id text not null default '',
  company text not null default '',
  -- The id at the service, and the token that reads the HR system, encrypted.
  connection_id text,
  token text,
  settings jsonb,
  -- Who stated that these people agreed to get texts.
  agreed_by uuid,
  agreed_at timestamptz,
  connected_at timestamptz,
  next_sync_at timestamptz,
  created_at timestamptz not null
);
create unique index hr_connection_by_id on hr_connection (connection_id) where connection_id is not null;
create index hr_connection_due on hr_connection (next_sync_at) where next_sync_at is not null;
alter table hr_connection enable row level security;
alter table hr_connection force row level security;
create policy hr_connection_of_org on hr_connection to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_connection_of_system on hr_connection to crewline_system using (true) with check (true);
grant select, insert, update on hr_connection to crewline_app;
grant select, insert, update on hr_connection to crewline_system;

-- Which person of the HR system is which contact. The row of an erased contact keeps a keyed hash in place of the id, so
-- that the person is not added again.
create table hr_person (
  org_id uuid not null references organization (id),
  external_id text not null,
  contact_id uuid,
  state text not null check (state in ('linked', 'left', 'problem', 'ignored', 'erased')),
  -- The values of the HR system that were applied last.
  seen jsonb not null default '{}',
  -- How a member settled a problem.
  fix text check (fix in ('same', 'share', 'without_phone', 'ignore')),
  fix_contact_id uuid,
  primary key (org_id, external_id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create unique index hr_person_by_contact on hr_person (org_id, contact_id) where contact_id is not null;
alter table hr_person enable row level security;
alter table hr_person force row level security;
create policy hr_person_of_org on hr_person to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_person_of_system on hr_person to crewline_system using (true) with check (true);
create policy hr_person_of_scope on hr_person as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = hr_person.org_id and g.contact_id = hr_person.contact_id));
grant select, insert, update, delete on hr_person to crewline_app;
grant select, insert, update, delete on hr_person to crewline_system;

-- The groups that fill themselves with the people of one department or location.
create table hr_group (
  org_id uuid not null references organization (id),
  kind text not null check (kind in ('department', 'location')),
  value text not null,
  group_id uuid not null,
  primary key (org_id, kind, value),
  foreign key (org_id, group_id) references contact_group (org_id, id)
);
alter table hr_group enable row level security;
alter table hr_group force row level security;
create policy hr_group_of_org on hr_group to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_group_of_system on hr_group to crewline_system using (true) with check (true);
grant select, insert, update, delete on hr_group to crewline_app;
grant select, insert, update, delete on hr_group to crewline_system;

-- One reading of the HR system: what it found, whether it waits for a member, and what it changed.
create table hr_sync (
  org_id uuid not null references organization (id),
  id uuid not null,
  state text not null
    check (state in ('reading', 'comparing', 'review', 'applying', 'done', 'failed', 'discarded', 'undoing', 'undone')),
  is_scheduled boolean not null,
  user_id uuid references user_account (id),
  -- The next offset at the service, or the last row that the current step did.
  place int not null default 0,
  progress int not null default 0,
  read_count int not null default 0,
  total int,
  -- How many people were linked before.
  linked int not null default 0,
  counts jsonb not null default '{}',
  brake jsonb,
  problem jsonb,
  created_at timestamptz not null,
  applied_at timestamptz,
  finished_at timestamptz,
  primary key (org_id, id)
);
-- One at a time, and none while one waits for a member.
create unique index hr_sync_open on hr_sync (org_id) where state in ('reading', 'comparing', 'review', 'applying', 'undoing');
create index hr_sync_by_time on hr_sync (org_id, created_at desc);
create index hr_sync_by_age on hr_sync (created_at);
alter table hr_sync enable row level security;
alter table hr_sync force row level security;
create policy hr_sync_of_org on hr_sync to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_sync_of_system on hr_sync to crewline_system using (true) with check (true);
grant select, insert, update on hr_sync to crewline_app;
grant select, delete on hr_sync to crewline_system;

-- The people of one reading, what it does with each, and what an undo restores.
create table hr_row (
  org_id uuid not null references organization (id),
  sync_id uuid not null,
  row int not null,
  external_id text not null,
  name text not null,
  phone text,
  -- As read; null for a linked person who is not listed any more, or who could not be read.
  employee jsonb,
  is_unreadable boolean not null default false,
  kind text check (kind in ('create', 'update', 'leave', 'rehire', 'problem', 'skip', 'unchanged', 'seen')),
  contact_id uuid,
  -- The fields to write, what they were, and which system locks which field.
  draft jsonb,
  before jsonb,
  after jsonb,
  locked jsonb,
  seen jsonb,
  -- The link before it was applied.
  person_before jsonb,
  problem jsonb,
  is_applied boolean not null default false,
  primary key (org_id, sync_id, row),
  foreign key (org_id, sync_id) references hr_sync (org_id, id) on delete cascade
);
create unique index hr_row_by_person on hr_row (org_id, sync_id, external_id);
create index hr_row_by_phone on hr_row (org_id, sync_id, phone) where phone is not null;
create index hr_row_by_kind on hr_row (org_id, sync_id, kind, row);
create index hr_row_by_contact on hr_row (org_id, contact_id) where contact_id is not null;
alter table hr_row enable row level security;
alter table hr_row force row level security;
create policy hr_row_of_org on hr_row to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_row_of_system on hr_row to crewline_system using (true) with check (true);
create policy hr_row_of_scope on hr_row as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = hr_row.org_id and g.contact_id = hr_row.contact_id));
grant select, insert, update, delete on hr_row to crewline_app;
grant select, insert, update, delete on hr_row to crewline_system;

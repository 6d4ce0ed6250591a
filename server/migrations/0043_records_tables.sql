set local lock_timeout = '2s';

-- Exports of many conversations: a run writes their files, and the archive is put together when it is downloaded.
create table record_export (
  org_id uuid not null references organization (id),
  id uuid not null,
  title text not null,
  state text not null default 'running' check (state in ('running', 'ready', 'failed', 'expired')),
  -- The contacts in order, set when it begins, and how many of them are done.
  contact_ids uuid[] not null,
  place int not null default 0,
  options jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  -- The exact bytes that are signed, and the signature.
  manifest text,
  signature text,
  primary key (org_id, id)
);
create index record_export_newest on record_export (org_id, created_at desc, id desc);
create index record_export_expired on record_export (expires_at) where state <> 'expired';
alter table record_export enable row level security;
alter table record_export force row level security;
create policy record_export_of_org on record_export to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy record_export_of_system on record_export to crewline_system using (true) with check (true);
create policy record_export_of_scope on record_export as restrictive to crewline_scoped using (false) with check (false);
grant select, insert, update on record_export to crewline_app;
grant select, insert, update on record_export to crewline_system;

-- The files of an export in their order; several share one object of the storage.
create table record_file (
  org_id uuid not null,
  export_id uuid not null,
  nth int not null,
  path text not null,
  bytes int not null,
  sha256 text not null,
  storage_key text not null,
  starts_at int not null,
  primary key (org_id, export_id, nth),
  foreign key (org_id, export_id) references record_export (org_id, id)
);
alter table record_file enable row level security;
alter table record_file force row level security;
create policy record_file_of_org on record_file to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy record_file_of_system on record_file to crewline_system using (true) with check (true);
create policy record_file_of_scope on record_file as restrictive to crewline_scoped using (false) with check (false);
grant select, insert on record_file to crewline_app;
grant select, insert, delete on record_file to crewline_system;

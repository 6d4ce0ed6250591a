set local lock_timeout = '2s';

-- Logos of an organization: those in use, and earlier ones for a time. The bytes are a file.
create table logo (
  org_id uuid not null references organization (id),
  id uuid not null,
  width int not null,
  height int not null,
  -- Since when it is not in use; null while it is.
  unused_since timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, id) references file (org_id, id)
);
create index logo_unused on logo (unused_since) where unused_since is not null;
alter table logo enable row level security;
alter table logo force row level security;
create policy logo_of_org on logo to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy logo_of_system on logo to crewline_system using (true) with check (true);
grant select, insert, update, delete on logo to crewline_app;
grant select, insert, update, delete on logo to crewline_system;

-- The logo for light backgrounds, and an optional one for dark backgrounds: ids of rows of the table `logo`.
alter table organization add column logo_light uuid, add column logo_dark uuid;

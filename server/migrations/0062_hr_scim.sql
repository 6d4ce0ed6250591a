set local lock_timeout = '2s';

-- People can also be pushed with SCIM: since when pushed changes wait for a sync, and when the last one arrived.
-- contract: the new constraints allow everything that a running version writes.
alter table hr_connection drop constraint hr_connection_source;
alter table hr_connection
  add constraint hr_connection_source check (source in ('finch', 'file', 'scim')) not valid,
  add column pushed_since timestamptz,
  add column pushed_at timestamptz;
alter table hr_key drop constraint hr_key_kind_check;
alter table hr_key add constraint hr_key_kind_check check (kind in ('https', 'sftp', 'scim')) not valid;

-- The people as the pushing system has them: what a sync reads. A member limited to some groups reads none.
create table hr_scim_person (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- The order in which a sync reads them.
  place int not null,
  -- What the sync knows the person by; the same again when they are deleted and added once more.
  person_key text not null,
  user_name text not null,
  external_id text,
  is_active boolean not null,
  resource jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
create unique index hr_scim_person_by_place on hr_scim_person (org_id, place);
create unique index hr_scim_person_by_key on hr_scim_person (org_id, person_key);
create unique index hr_scim_person_by_name on hr_scim_person (org_id, lower(user_name));
create index hr_scim_person_by_external_id on hr_scim_person (org_id, lower(external_id)) where external_id is not null;
alter table hr_scim_person enable row level security;
alter table hr_scim_person force row level security;
create policy hr_scim_person_of_org on hr_scim_person to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_scim_person_of_system on hr_scim_person to crewline_system using (true) with check (true);
create policy hr_scim_person_of_scope on hr_scim_person as restrictive to crewline_scoped using (false);
grant select, insert, update, delete on hr_scim_person to crewline_app;
grant select, delete on hr_scim_person to crewline_system;

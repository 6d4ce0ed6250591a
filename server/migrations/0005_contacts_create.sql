set local lock_timeout = '2s';

create table contact (
  org_id uuid not null references organization (id),
  id uuid not null,
  firstname text not null,
  lastname text not null default '',
  -- Lower-cased "first last", kept by the writer for search and for the order of lists.
  sort_name text not null,
  phone text,
  phone_kind text not null default 'unknown' check (phone_kind in ('mobile', 'landline', 'voip', 'unknown')),
  phone_state text not null default 'ok' check (phone_state in ('ok', 'landline', 'not_in_use')),
  language text not null default 'en',
  job_title text not null default '',
  location text not null default '',
  source text not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
create unique index contact_by_phone on contact (org_id, phone) where phone is not null and archived_at is null;
create index contact_by_name on contact (org_id, sort_name, id) where archived_at is null;
create index contact_by_any_phone on contact (org_id, phone) where archived_at is not null;
create index contact_by_age on contact (org_id, created_at, id) where archived_at is null;
alter table contact enable row level security;
alter table contact force row level security;
create policy contact_of_org on contact to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy contact_of_system on contact to crewline_system using (true) with check (true);
grant select, insert, update on contact to crewline_app;
grant select, insert on contact to crewline_system;

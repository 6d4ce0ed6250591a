set local lock_timeout = '2s';

-- A number that the organization texts from, at one carrier.
create table line (
  org_id uuid not null references organization (id),
  id uuid not null,
  phone text not null,
  label text not null,
  type text not null default 'local' check (type in ('local', 'toll_free', 'short_code')),
  state text not null default 'active' check (state in ('active', 'paused', 'released')),
  -- The line that conversations start with.
  is_default boolean not null default false,
  carrier text not null,
  -- The carrier's account and secrets, encrypted with the master key (see kernel/secrets).
  credentials text not null,
  texts_per_second real not null default 10 check (texts_per_second > 0),
  paused_reason text,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index line_by_id on line (id);
-- A released number may be added again, here or by the organization that got it since.
-- All sample lines have the same fictional number.
create unique index line_by_phone on line (phone) where state <> 'released' and carrier <> 'sample';
create unique index line_sample on line (org_id) where state <> 'released' and carrier = 'sample';
create unique index line_default on line (org_id) where is_default;
alter table line enable row level security;
alter table line force row level security;
create policy line_of_org on line to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy line_of_system on line to crewline_system using (true) with check (true);
grant select, insert, update on line to crewline_app;
grant select, insert, update on line to crewline_system;

set local lock_timeout = '2s';

-- Which sender works a line, until when. The epoch rises with every new owner.
create table line_lease (
  org_id uuid not null,
  line_id uuid primary key,
  owner uuid not null,
  epoch bigint not null default 1,
  until timestamptz not null
);
alter table line_lease enable row level security;
alter table line_lease force row level security;
create policy line_lease_of_org on line_lease to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy line_lease_of_system on line_lease to crewline_system using (true) with check (true);
grant select, update on line_lease to crewline_app;
grant select, insert, update, delete on line_lease to crewline_system;

-- Texts whose outcome we do not know, and when to ask the carrier next.
create table unknown_outcome (
  org_id uuid not null,
  message_id uuid not null,
  line_id uuid not null,
  deadline_at timestamptz not null,
  absent_once_at timestamptz,
  ask_at timestamptz not null,
  primary key (org_id, message_id)
);
create index unknown_outcome_due on unknown_outcome (ask_at);
alter table unknown_outcome enable row level security;
alter table unknown_outcome force row level security;
create policy unknown_outcome_of_org on unknown_outcome to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy unknown_outcome_of_system on unknown_outcome to crewline_system using (true) with check (true);
grant select, insert, update, delete on unknown_outcome to crewline_app;
grant select on unknown_outcome to crewline_system;

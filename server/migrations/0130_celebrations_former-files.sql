set local lock_timeout = '2s';

-- The files that the texts of a celebration no longer have: texts sent before still show them, until their retention period
-- ends.
create table celebration_former_file (
  org_id uuid not null references organization (id),
  file_id uuid not null,
  celebration_id uuid not null,
  removed_at timestamptz not null,
  primary key (org_id, file_id),
  foreign key (org_id, celebration_id) references celebration (org_id, id)
);
create index celebration_former_file_by_celebration on celebration_former_file (org_id, celebration_id);
alter table celebration_former_file enable row level security;
alter table celebration_former_file force row level security;
create policy celebration_former_file_of_org on celebration_former_file to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy celebration_former_file_of_system on celebration_former_file to crewline_system using (true) with check (true);
-- Members limited to some groups do not edit celebrations.
create policy celebration_former_file_of_scope on celebration_former_file as restrictive to crewline_scoped using (false);
grant select, insert on celebration_former_file to crewline_app;
grant select on celebration_former_file to crewline_system;

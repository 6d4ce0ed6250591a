set local lock_timeout = '2s';

-- A file or a video that issues may offer. The bytes, the name and the type are those of the file.
create table news_file (
  org_id uuid not null references organization (id),
  file_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, file_id),
  foreign key (org_id, file_id) references file (org_id, id)
);
alter table news_file enable row level security;
alter table news_file force row level security;
create policy news_file_of_org on news_file to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy news_file_of_system on news_file to crewline_system using (true) with check (true);
grant select, insert, delete on news_file to crewline_app, crewline_system;

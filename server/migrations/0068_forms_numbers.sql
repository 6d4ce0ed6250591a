set local lock_timeout = '2s';

-- Numbers of no contact that answered a form: once per person, and without the answers. Only a keyed hash is stored.
create table form_number (
  org_id uuid not null,
  form_id uuid not null,
  number_hash bytea not null,
  primary key (org_id, form_id, number_hash),
  foreign key (org_id, form_id) references form (org_id, id) on delete cascade
);
create index form_number_by_number on form_number (org_id, number_hash);
alter table form_number enable row level security;
alter table form_number force row level security;
create policy form_number_of_org on form_number to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy form_number_of_system on form_number to crewline_system using (true) with check (true);
grant select, insert, delete on form_number to crewline_app;
grant select on form_number to crewline_system;

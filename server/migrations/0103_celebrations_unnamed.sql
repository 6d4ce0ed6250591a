set local lock_timeout = '2s';

-- People whom neither news nor emails about celebrations name. A row of its own, so that no import and no HR system can
-- change what a person asked for.
create table celebration_unnamed (
  org_id uuid not null,
  contact_id uuid not null,
  since timestamptz not null,
  primary key (org_id, contact_id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
alter table celebration_unnamed enable row level security;
alter table celebration_unnamed force row level security;
create policy celebration_unnamed_of_org on celebration_unnamed to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy celebration_unnamed_of_system on celebration_unnamed to crewline_system using (true) with check (true);
create policy celebration_unnamed_of_scope on celebration_unnamed as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = celebration_unnamed.org_id and g.contact_id = celebration_unnamed.contact_id));
grant select, insert, update, delete on celebration_unnamed to crewline_app;
grant select, insert, delete on celebration_unnamed to crewline_system;

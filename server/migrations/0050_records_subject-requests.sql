set local lock_timeout = '2s';

-- Requests of people for their data, or for its erasure: who asked, until when an answer is due, and what was done. The row
-- stays as the record, also after the contact is erased, then without names.
create table subject_request (
  org_id uuid not null references organization (id),
  id uuid not null,
  contact_id uuid not null,
  name text not null,
  kind text not null check (kind in ('access', 'erasure')),
  asked_by text not null,
  asked_on date not null,
  due_on date not null,
  state text not null default 'open' check (state in ('open', 'fulfilled', 'erased', 'refused')),
  reason text not null default '',
  -- The newest package of everything about the person.
  export_id uuid,
  logged_by uuid not null,
  logged_at timestamptz not null,
  closed_by uuid,
  closed_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, export_id) references record_export (org_id, id)
);
create index subject_request_by_due on subject_request (org_id, due_on, id);
create index subject_request_by_contact on subject_request (org_id, contact_id);
alter table subject_request enable row level security;
alter table subject_request force row level security;
create policy subject_request_of_org on subject_request to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy subject_request_of_system on subject_request to crewline_system using (true) with check (true);
create policy subject_request_of_scope on subject_request as restrictive to crewline_scoped using (false) with check (false);
grant select, insert, update on subject_request to crewline_app;
grant select, insert, update on subject_request to crewline_system;

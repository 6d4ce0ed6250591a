set local lock_timeout = '2s';

-- A form: what members edit, and which of its versions people see.
create table form (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- The public address.
  code text collate "C" not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'open', 'closed')),
  -- What members edit, as the contract describes it.
  content jsonb not null,
  version int not null default 1,
  published_version int,
  -- Set when it is published for the first time, and never changed: then answers with and without names never mix.
  is_anonymous boolean,
  archived_at timestamptz,
  created_by uuid references user_account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
-- Addresses are unique across organizations, because they identify the form.
create unique index form_code on form (code);
create index form_newest on form (org_id, updated_at desc, id desc);
alter table form enable row level security;
alter table form force row level security;
create policy form_of_org on form to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy form_of_system on form to crewline_system using (true) with check (true);
grant select, insert, update, delete on form to crewline_app;
grant select on form to crewline_system;

-- What people saw: answers keep the version they were given to.
create table form_version (
  org_id uuid not null,
  form_id uuid not null,
  version int not null,
  content jsonb not null,
  published_at timestamptz not null,
  primary key (org_id, form_id, version),
  foreign key (org_id, form_id) references form (org_id, id) on delete cascade
);
alter table form_version enable row level security;
alter table form_version force row level security;
create policy form_version_of_org on form_version to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy form_version_of_system on form_version to crewline_system using (true) with check (true);
grant select, insert, delete on form_version to crewline_app;
grant select on form_version to crewline_system;

-- The answers of one person. An anonymous one has no contact, a random id and the time of its form, and is stored among
-- others, so that neither a key nor a time nor the order of rows leads to a contact.
create table form_response (
  org_id uuid not null,
  form_id uuid not null,
  id uuid not null,
  version int not null,
  contact_id uuid,
  answers jsonb not null,
  language text not null,
  via text not null check (via in ('link', 'public', 'qr', 'text', 'anonymous')),
  -- Anonymous answers are shown five or more at a time.
  is_shown boolean not null default true,
  at timestamptz not null,
  primary key (org_id, form_id, id),
  foreign key (org_id, form_id) references form (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create index form_response_newest on form_response (org_id, form_id, at desc, id desc);
create index form_response_by_contact on form_response (org_id, contact_id) where contact_id is not null;
create index form_response_withheld on form_response (org_id, form_id) where not is_shown;
alter table form_response enable row level security;
alter table form_response force row level security;
create policy form_response_of_org on form_response to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy form_response_of_system on form_response to crewline_system using (true) with check (true);
create policy form_response_of_scope on form_response as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = form_response.org_id and g.contact_id = form_response.contact_id));
grant select, insert, update, delete on form_response to crewline_app;
grant select on form_response to crewline_system;

-- Who answered a form through a personal link: once per person, and without the answers.
create table form_participant (
  org_id uuid not null,
  form_id uuid not null,
  contact_id uuid not null,
  primary key (org_id, form_id, contact_id),
  foreign key (org_id, form_id) references form (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create index form_participant_by_contact on form_participant (org_id, contact_id);
alter table form_participant enable row level security;
alter table form_participant force row level security;
create policy form_participant_of_org on form_participant to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy form_participant_of_system on form_participant to crewline_system using (true) with check (true);
create policy form_participant_of_scope on form_participant as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = form_participant.org_id and g.contact_id = form_participant.contact_id));
grant select, insert, delete on form_participant to crewline_app;
grant select on form_participant to crewline_system;

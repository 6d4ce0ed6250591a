set local lock_timeout = '2s';

-- What an organization says about itself and its texts to be registered with carriers: one set of answers for all of them.
create table carrier_registration_form (
  org_id uuid primary key references organization (id),
  version int not null default 1,
  company jsonb not null,
  -- The tax number, encrypted with the master key; null until it is known.
  ein text,
  ein_last4 text not null default '',
  use jsonb not null,
  updated_at timestamptz not null
);

-- A registration at one carrier: of the company, of the use of local numbers, or of one toll-free number.
create table carrier_registration (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('brand', 'campaign', 'toll_free')),
  carrier text not null,
  -- The account at the carrier that it belongs to.
  account text not null,
  line_id uuid,
  state text not null default 'submitting' check (state in ('submitting', 'in_review', 'approved', 'rejected')),
  -- The ids that the carrier gave, each stored as soon as it is known, so that nothing is created twice.
  carrier_ids jsonb not null default '{}',
  problems jsonb not null default '[]',
  segments_per_day int,
  -- The version of the answers that was submitted.
  form_version int not null,
  -- One process at a time talks to the carrier about it.
  busy_until timestamptz,
  submitted_at timestamptz not null,
  checked_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, line_id) references line (org_id, id),
  check ((kind = 'toll_free') = (line_id is not null))
);
create unique index carrier_registration_one on carrier_registration (org_id, kind, carrier, line_id) nulls not distinct;
create index carrier_registration_open on carrier_registration (checked_at nulls first) where state in ('submitting', 'in_review', 'approved');

alter table carrier_registration_form enable row level security;
alter table carrier_registration_form force row level security;
create policy carrier_registration_form_of_org on carrier_registration_form to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy carrier_registration_form_of_system on carrier_registration_form to crewline_system using (true) with check (true);
grant select, insert, update on carrier_registration_form to crewline_app;
grant select on carrier_registration_form to crewline_system;

alter table carrier_registration enable row level security;
alter table carrier_registration force row level security;
create policy carrier_registration_of_org on carrier_registration to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy carrier_registration_of_system on carrier_registration to crewline_system using (true) with check (true);
grant select, insert, update on carrier_registration to crewline_app;
grant select on carrier_registration to crewline_system;

set local lock_timeout = '2s';

-- An organization is its own tenant: its id is the org_id of everything else.
create table organization (
  id uuid primary key,
  org_id uuid not null generated always as (id) stored,
  name text not null,
  slug text not null unique,
  parent_id uuid references organization (id),
  timezone text not null,
  country text not null,
  status text not null default 'active' check (status in ('active', 'past_due', 'closed')),
  need_billing boolean not null default false,
  -- The founder is asked these two once, after sign-up.
  industry text,
  headcount text,
  needs_info boolean not null default false,
  -- The postal address: street, city, region, postalCode. What was never set is absent.
  address jsonb not null default '{}',
  -- The name in texts to contacts; the organization's own name when empty.
  sender_name text not null default '',
  -- The language of new contacts, and the languages of the crew, offered first where a language is chosen.
  language text not null default 'en',
  languages text[] not null default '{}',
  features jsonb not null default '{}',
  -- Texting settings. What was never set has the default of the code.
  settings jsonb not null default '{}',
  version int not null default 1,
  -- How many segments the plan includes in a month; null while there is no plan.
  included_texts integer check (included_texts >= 0),
  included_mms integer check (included_mms >= 0),
  created_at timestamptz not null
);
create index organization_by_parent on organization (parent_id) where parent_id is not null;
alter table organization enable row level security;
alter table organization force row level security;
create policy organization_of_org on organization to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy organization_of_system on organization to crewline_system using (true) with check (true);
grant select, update on organization to crewline_app;
grant select, insert, update on organization to crewline_system;

-- Days on which an organization is closed, in its own calendar. A yearly holiday starts in the year of its first day.
create table holiday (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  yearly boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, from_day, to_day)
);
alter table holiday enable row level security;
alter table holiday force row level security;
create policy holiday_of_org on holiday to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy holiday_of_system on holiday to crewline_system using (true) with check (true);
grant select, insert, update, delete on holiday to crewline_app;
grant select, insert, update, delete on holiday to crewline_system;

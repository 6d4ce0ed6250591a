set local lock_timeout = '2s';

-- What a translation service has translated before: asking again costs time and money.
create table translation_memory (
  org_id uuid not null references organization (id),
  hash bytea not null,
  lang_from text not null,
  lang_to text not null,
  provider text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (org_id, hash, lang_from, lang_to, provider)
);
alter table translation_memory enable row level security;
alter table translation_memory force row level security;
create policy translation_memory_of_org on translation_memory to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy translation_memory_of_system on translation_memory to crewline_system using (true) with check (true);
grant select, insert on translation_memory to crewline_app;
grant select, insert, delete on translation_memory to crewline_system;
-- A text is found by its own words only: who asks has them already.

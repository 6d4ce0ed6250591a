set local lock_timeout = '2s';

-- Earlier answers of translation services: asking again costs time and money. A text is found only by its own words, so a
-- reader has them already. Deleted together with the text it came from (`source`).
create table translation_memory (
  org_id uuid not null references organization (id),
  hash bytea not null,
  lang_from text not null,
  lang_to text not null,
  provider text not null,
  text text not null,
  source bytea,
  created_at timestamptz not null,
  primary key (org_id, hash, lang_from, lang_to, provider)
);
create index translation_memory_by_source on translation_memory (org_id, source) where source is not null;
alter table translation_memory enable row level security;
alter table translation_memory force row level security;
create policy translation_memory_of_org on translation_memory to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy translation_memory_of_system on translation_memory to crewline_system using (true) with check (true);
grant select, insert, delete on translation_memory to crewline_app;
grant select, insert, delete on translation_memory to crewline_system;

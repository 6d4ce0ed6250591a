set local lock_timeout = '2s';

-- Names the content of an organization's phrases: a new value with each change, so that processes can keep them in memory.
-- The row is locked by each change.
create table phrasebook (
  org_id uuid primary key references organization (id),
  version uuid not null default gen_random_uuid()
);
alter table phrasebook enable row level security;
alter table phrasebook force row level security;
create policy phrasebook_of_org on phrasebook to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy phrasebook_of_system on phrasebook to crewline_system using (true) with check (true);
grant select, insert, update, delete on phrasebook to crewline_app;
grant select, delete on phrasebook to crewline_system;

-- A sentence that an organization wrote in several languages.
create table phrase (
  org_id uuid not null references organization (id),
  id uuid not null,
  is_safety boolean not null,
  created_at timestamptz not null,
  -- It can be restored for 30 days.
  removed_at timestamptz,
  primary key (org_id, id)
);
create index phrase_removed on phrase (removed_at) where removed_at is not null;
alter table phrase enable row level security;
alter table phrase force row level security;
create policy phrase_of_org on phrase to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy phrase_of_system on phrase to crewline_system using (true) with check (true);
grant select, insert, update, delete on phrase to crewline_app;
grant select, delete on phrase to crewline_system;

-- The text of a phrase in one language; it is used only while it has a review.
create table phrase_text (
  org_id uuid not null,
  phrase_id uuid not null,
  language text not null,
  -- Empty once the language was removed: the revision goes on from there.
  text text not null,
  revision integer not null,
  written_by uuid,
  reviewed_by uuid,
  -- As it was then, because it outlives the membership.
  reviewer_name text,
  reviewed_at timestamptz,
  primary key (org_id, phrase_id, language),
  foreign key (org_id, phrase_id) references phrase (org_id, id) on delete cascade
);
alter table phrase_text enable row level security;
alter table phrase_text force row level security;
create policy phrase_text_of_org on phrase_text to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy phrase_text_of_system on phrase_text to crewline_system using (true) with check (true);
grant select, insert, update, delete on phrase_text to crewline_app;
grant select, delete on phrase_text to crewline_system;

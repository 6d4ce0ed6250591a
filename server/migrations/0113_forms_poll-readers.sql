set local lock_timeout = '2s';

-- Readers who answered a poll in an issue of news: each counts once. A reader is a keyed hash for one form, of the contact of
-- a personal link or of address and browser.
create table form_poll_reader (
  org_id uuid not null,
  form_id uuid not null,
  reader_hash bytea not null,
  -- What they answered, so that they can change it. Null in an anonymous form, where nothing may lead to an answer.
  response_id uuid,
  -- The row is deleted on this first day of a month; null for the person of a personal link.
  until date,
  primary key (org_id, form_id, reader_hash),
  foreign key (org_id, form_id) references form (org_id, id) on delete cascade
);
create index form_poll_reader_until on form_poll_reader (until) where until is not null;
alter table form_poll_reader enable row level security;
alter table form_poll_reader force row level security;
create policy form_poll_reader_of_org on form_poll_reader to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy form_poll_reader_of_system on form_poll_reader to crewline_system using (true) with check (true);
grant select, insert, update, delete on form_poll_reader to crewline_app;
grant select, delete on form_poll_reader to crewline_system;

set local lock_timeout = '2s';

-- Which people of a source got a welcome text, so that no one gets a second one: not when they are hired again, and not after
-- a sync is undone and applied again. It is kept when the connection ends. People are stored as keyed hashes, so that an
-- erasure leaves nothing to remove. A member limited to some groups reads none.
create table hr_welcome (
  org_id uuid not null references organization (id),
  source text not null check (source in ('finch', 'file', 'scim')),
  person_hash text not null,
  -- Null when an undo canceled the text before it was sent: the person gets it when they are added again.
  message_id uuid,
  at timestamptz not null,
  primary key (org_id, source, person_hash)
);
create index hr_welcome_by_message on hr_welcome (org_id, message_id) where message_id is not null;
alter table hr_welcome enable row level security;
alter table hr_welcome force row level security;
create policy hr_welcome_of_org on hr_welcome to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy hr_welcome_of_system on hr_welcome to crewline_system using (true) with check (true);
create policy hr_welcome_of_scope on hr_welcome as restrictive to crewline_scoped using (false);
grant select, insert, update, delete on hr_welcome to crewline_app;
grant select, delete on hr_welcome to crewline_system;

-- Whether the person of a row can get a welcome text, and after applying it whether they got one, or why not.
alter table hr_row add column welcome text;

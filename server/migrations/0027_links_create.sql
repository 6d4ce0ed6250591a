set local lock_timeout = '2s';

-- Links in texts and pages of an owner, such as a broadcast. The counts are those of codes that were deleted after the
-- link expired.
create table link (
  org_id uuid not null references organization (id),
  id uuid not null,
  owner_kind text not null,
  owner_id uuid not null,
  url text not null,
  label text not null default '',
  position int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  past_codes int not null default 0,
  past_clicked int not null default 0,
  past_clicks int not null default 0,
  past_bot_hits int not null default 0,
  pruned_at timestamptz,
  primary key (org_id, id),
  unique (org_id, owner_kind, owner_id, url)
);
create index link_to_prune on link (expires_at) where pruned_at is null;
alter table link enable row level security;
alter table link force row level security;
create policy link_of_org on link to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy link_of_system on link to crewline_system using (true) with check (true);
grant select, insert, update on link to crewline_app;
grant select, insert, update on link to crewline_system;

-- One code for each recipient of a link. A code is in the text of its message, so that hashing it would protect nothing.
-- Not partitioned: a code is found by itself, without a time, and the codes of an expired link are deleted together.
-- A click changes no indexed column and finds room in its page.
create table link_code (
  code text collate "C" primary key,
  org_id uuid not null references organization (id),
  link_id uuid not null,
  contact_id uuid,
  message_id uuid,
  made_at timestamptz not null,
  -- When the carrier took the message: scanners open its links in the seconds after that.
  sent_at timestamptz,
  first_click_at timestamptz,
  clicks int not null default 0,
  bot_hits int not null default 0,
  foreign key (org_id, link_id) references link (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
) with (fillfactor = 80);
create index link_code_by_link on link_code (org_id, link_id, contact_id);
create index link_code_by_contact on link_code (org_id, contact_id);
create index link_code_by_message on link_code (org_id, message_id) where message_id is not null;
alter table link_code enable row level security;
alter table link_code force row level security;
create policy link_code_of_org on link_code to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy link_code_of_system on link_code to crewline_system using (true) with check (true);
create policy link_code_of_scope on link_code as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = link_code.org_id and g.contact_id = link_code.contact_id));
grant select, insert, update on link_code to crewline_app;
grant select, insert, update, delete on link_code to crewline_system;

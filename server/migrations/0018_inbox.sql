set local lock_timeout = '2s';

-- Conversations that make no sound and send no push message to a member.
create table conversation_mute (
  org_id uuid not null,
  user_id uuid not null references user_account (id),
  contact_id uuid not null,
  primary key (org_id, user_id, contact_id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
alter table conversation_mute enable row level security;
alter table conversation_mute force row level security;
create policy conversation_mute_of_org on conversation_mute to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy conversation_mute_of_system on conversation_mute to crewline_system using (true) with check (true);
create policy conversation_mute_of_scope on conversation_mute as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid))
    and exists (select from group_member g where g.org_id = conversation_mute.org_id and g.contact_id = conversation_mute.contact_id offset 0));
grant select, insert, delete on conversation_mute to crewline_app;
grant select on conversation_mute to crewline_system;

-- What a member has written to a contact and not sent yet.
create table draft (
  org_id uuid not null,
  user_id uuid not null references user_account (id),
  contact_id uuid not null,
  body text not null,
  -- By the clock of the device it was written on.
  written_at timestamptz not null,
  primary key (org_id, user_id, contact_id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create index draft_by_contact on draft (org_id, contact_id);
alter table draft enable row level security;
alter table draft force row level security;
create policy draft_of_org on draft to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy draft_of_system on draft to crewline_system using (true) with check (true);
create policy draft_of_scope on draft as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = draft.org_id and g.contact_id = draft.contact_id offset 0));
grant select, insert, update, delete on draft to crewline_app;
grant select, insert on draft to crewline_system;

create table saved_view (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references user_account (id),
  name text not null,
  shared boolean not null,
  status text not null,
  search text not null,
  group_ids uuid[] not null,
  tag_ids uuid[] not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index saved_view_by_user on saved_view (org_id, user_id);
create index saved_view_shared on saved_view (org_id) where shared;
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy saved_view_of_org on saved_view to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy saved_view_of_system on saved_view to crewline_system using (true) with check (true);
-- Members limited to some groups see a shared view of groups only if they see one of its groups.
create policy saved_view_of_scope on saved_view as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid))
    or (shared and (group_ids = '{}' or exists (select from contact_group g where g.id = any(saved_view.group_ids)))));
grant select, insert, delete on saved_view to crewline_app;
grant select on saved_view to crewline_system;

-- What a member tells the next shift. Every member with inbox access reads it, whichever groups they see; it has no contact
-- but in the words of its author.
create table shift_note (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references user_account (id),
  text text not null,
  -- The waiting queue as the author saw it.
  waiting int not null,
  waiting_since timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index shift_note_latest on shift_note (org_id, created_at desc, id desc);
alter table shift_note enable row level security;
alter table shift_note force row level security;
create policy shift_note_of_org on shift_note to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy shift_note_of_system on shift_note to crewline_system using (true) with check (true);
grant select, insert, delete on shift_note to crewline_app;
grant select on shift_note to crewline_system;

create table shift_note_read (
  org_id uuid not null,
  note_id uuid not null,
  user_id uuid not null references user_account (id),
  at timestamptz not null,
  primary key (org_id, note_id, user_id),
  foreign key (org_id, note_id) references shift_note (org_id, id) on delete cascade
);
alter table shift_note_read enable row level security;
alter table shift_note_read force row level security;
create policy shift_note_read_of_org on shift_note_read to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy shift_note_read_of_system on shift_note_read to crewline_system using (true) with check (true);
grant select, insert on shift_note_read to crewline_app;
grant select on shift_note_read to crewline_system;

-- A bulk action on more conversations than one request may change; a worker processes them in the order of their ids.
create table bulk_run (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- Who requested it: the run may do no more than they may.
  user_id uuid not null references user_account (id),
  request jsonb not null,
  -- The last conversation that was processed.
  after_id uuid,
  changed int not null default 0,
  created_at timestamptz not null,
  primary key (org_id, id)
);
alter table bulk_run enable row level security;
alter table bulk_run force row level security;
create policy bulk_run_of_org on bulk_run to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy bulk_run_of_system on bulk_run to crewline_system using (true) with check (true);
create policy bulk_run_of_scope on bulk_run as restrictive to crewline_scoped using (false) with check (true);
grant select, insert, update, delete on bulk_run to crewline_app;
grant select, update, delete on bulk_run to crewline_system;

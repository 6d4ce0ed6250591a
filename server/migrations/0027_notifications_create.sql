set local lock_timeout = '2s';

-- What a member wants to hear of in one organization, over what the code says.
create table notification_pref (
  org_id uuid not null references organization (id),
  user_id uuid not null references user_account (id),
  prefs jsonb not null,
  changed_at timestamptz not null,
  primary key (org_id, user_id)
);
alter table notification_pref enable row level security;
alter table notification_pref force row level security;
create policy notification_pref_of_org on notification_pref to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy notification_pref_of_system on notification_pref to crewline_system using (true) with check (true);
grant select, insert, update on notification_pref to crewline_app;
grant select on notification_pref to crewline_system;

-- Browsers that get push messages. Where to send them is a secret: whoever knows it can send too, so it is sealed.
create table push_device (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references user_account (id),
  mark bytea not null,
  sealed text not null,
  label text not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index push_device_once on push_device (org_id, user_id, mark);
alter table push_device enable row level security;
alter table push_device force row level security;
create policy push_device_of_org on push_device to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy push_device_of_system on push_device to crewline_system using (true) with check (true);
grant select, insert, update, delete on push_device to crewline_app;
grant select, delete on push_device to crewline_system;

-- What a member was told and may want to find again.
create table member_update (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references user_account (id),
  type text not null check (type in ('success', 'error', 'info')),
  title text not null,
  message text not null,
  link text,
  at timestamptz not null,
  seen boolean not null default false,
  primary key (org_id, id)
);
create index member_update_of_user on member_update (org_id, user_id, id desc);
alter table member_update enable row level security;
alter table member_update force row level security;
create policy member_update_of_org on member_update to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy member_update_of_system on member_update to crewline_system using (true) with check (true);
grant select, update on member_update to crewline_app;
grant select, insert, delete on member_update to crewline_system;

-- Push messages that wait to be handed over; they go when they are, and after an hour they are worth nothing.
create table push_message (
  org_id uuid not null references organization (id),
  id uuid not null,
  device_id uuid not null,
  sealed text not null,
  attempts smallint not null default 0,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, device_id) references push_device (org_id, id) on delete cascade
);
create index push_message_due on push_message (due_at);
alter table push_message enable row level security;
alter table push_message force row level security;
create policy push_message_of_org on push_message to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy push_message_of_system on push_message to crewline_system using (true) with check (true);
grant select, delete on push_message to crewline_app;
grant select, insert, update, delete on push_message to crewline_system;

-- What a member of some groups was told names workers, and was chosen for them; nobody reads another member's.
create policy notification_pref_of_scope on notification_pref as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid)));
create policy push_device_of_scope on push_device as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid)));
create policy member_update_of_scope on member_update as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid)));
create policy push_message_of_scope on push_message as restrictive to crewline_scoped using (false);

insert into event_cursor (follower, xid, seq, moved_at)
select 'notifications', (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8, 9223372036854775807, now();

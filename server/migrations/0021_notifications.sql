set local lock_timeout = '2s';

-- A member's notification settings in one organization, where they differ from the defaults of the code.
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
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy notification_pref_of_system on notification_pref to crewline_system using (true) with check (true);
-- Settings, devices and notifications belong to one member: they name contacts and were chosen for that member's groups.
create policy notification_pref_of_scope on notification_pref as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid)));
grant select, insert, update on notification_pref to crewline_app;
grant select on notification_pref to crewline_system;

-- Browsers that get push messages. The address is encrypted: anyone who knows it can send to it.
create table push_device (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references user_account (id),
  -- The fingerprint of the address.
  address_fingerprint bytea not null,
  sealed text not null,
  label text not null,
  -- The sign-in in which the browser asked for push messages; they end with it. Null: unknown.
  sign_in_id uuid,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index push_device_once on push_device (org_id, user_id, address_fingerprint);
alter table push_device enable row level security;
alter table push_device force row level security;
create policy push_device_of_org on push_device to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy push_device_of_system on push_device to crewline_system using (true) with check (true);
create policy push_device_of_scope on push_device as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid)));
grant select, insert, update, delete on push_device to crewline_app;
grant select, delete on push_device to crewline_system;

-- A member's notification list.
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
create index member_update_by_user on member_update (org_id, user_id, id desc);
alter table member_update enable row level security;
alter table member_update force row level security;
create policy member_update_of_org on member_update to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy member_update_of_system on member_update to crewline_system using (true) with check (true);
create policy member_update_of_scope on member_update as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid)));
grant select, update on member_update to crewline_app;
grant select, insert, delete on member_update to crewline_system;

-- Push messages that wait to be sent; deleted when they are, and useless after an hour.
create table push_message (
  org_id uuid not null references organization (id),
  id uuid not null,
  device_id uuid not null,
  -- The contact it is about, so that it does not reach members who can no longer see them.
  contact_id uuid,
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
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy push_message_of_system on push_message to crewline_system using (true) with check (true);
create policy push_message_of_scope on push_message as restrictive to crewline_scoped using (false);
grant select, delete on push_message to crewline_app;
grant select, insert, update, delete on push_message to crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('notifications', '0', 0, now());

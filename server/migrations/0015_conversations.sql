set local lock_timeout = '2s';

-- One conversation per contact. It carries a summary of its last message, so that a page of the inbox is one index range.
create table conversation (
  org_id uuid not null references organization (id),
  contact_id uuid not null,
  line_id uuid,
  archived boolean not null default false,
  assignee_id uuid references user_account (id),
  snoozed_until timestamptz,
  -- Who snoozed it, to notify them when it wakes up.
  snoozed_by uuid references user_account (id),
  waiting_since timestamptz,
  next_due_at timestamptz,
  unheard_voicemails int not null default 0,
  failed boolean not null default false,
  -- The message that reopened an archived conversation, so that it is archived again if that message is cancelled.
  reopened_by uuid,
  -- How many messages came in, and when the last one did. What a member has not read is the difference to the count in
  -- their row of `unread`.
  arrivals int not null default 0,
  arrived_at timestamptz,
  last_message_id uuid,
  -- The place of the newest message in its thread: of two processes that write at once, the one that commits last need not
  -- have written the newest. Null: the id of the message is its place.
  last_position uuid,
  last_kind text not null default 'text',
  last_direction text,
  last_preview text not null default '',
  -- The batch of the last message a member or a broadcast sent, and when: what the contact writes next replies to it.
  batch_id uuid,
  batch_at timestamptz,
  -- The batch that everything the contact waits with replies to; null when they wait with something else, too. A column of
  -- its own, because `batch_id` changes with every message of a broadcast: an index on it would cost each of them a new
  -- entry in every index of this table.
  reply_batch_id uuid,
  last_at timestamptz not null,
  check (reply_batch_id is null or waiting_since is not null),
  primary key (org_id, contact_id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
-- The first view of the inbox: neither archived nor snoozed.
create index conversation_open on conversation (org_id, last_at desc, contact_id desc) where not archived and snoozed_until is null;
create index conversation_archived on conversation (org_id, last_at desc, contact_id desc) where archived;
create index conversation_all on conversation (org_id, last_at desc, contact_id desc);
create index conversation_unassigned on conversation (org_id, last_at desc, contact_id desc)
  where assignee_id is null and not archived and snoozed_until is null;
create index conversation_assigned on conversation (org_id, assignee_id, archived, last_at desc, contact_id desc) where assignee_id is not null;
create index conversation_waiting on conversation (org_id, waiting_since, contact_id)
  where waiting_since is not null and not archived and snoozed_until is null;
-- The replies to one broadcast as a queue, and how many there are to each.
create index conversation_replies on conversation (org_id, reply_batch_id, waiting_since, contact_id)
  where reply_batch_id is not null and not archived and snoozed_until is null;
create index conversation_snoozed on conversation (org_id, snoozed_until, contact_id) where snoozed_until is not null;
create index conversation_to_wake on conversation (snoozed_until) where snoozed_until is not null;
create index conversation_scheduled on conversation (org_id, next_due_at, contact_id) where next_due_at is not null;
create index conversation_failed on conversation (org_id, last_at desc, contact_id desc) where failed;
create index conversation_voicemail on conversation (org_id, last_at desc, contact_id desc) where unheard_voicemails > 0;
alter table conversation enable row level security;
alter table conversation force row level security;
create policy conversation_of_org on conversation to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy conversation_of_system on conversation to crewline_system using (true) with check (true);
create policy conversation_of_scope on conversation as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = conversation.org_id and g.contact_id = conversation.contact_id offset 0));
-- A merge moves a conversation to the other contact.
grant select, insert, update, delete on conversation to crewline_app;
grant select, insert on conversation to crewline_system;

-- Labels on conversations, shared by the organization.
create table tag (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  color text not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index tag_by_name on tag (org_id, lower(name));
alter table tag enable row level security;
alter table tag force row level security;
create policy tag_of_org on tag to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy tag_of_system on tag to crewline_system using (true) with check (true);
grant select, insert, update, delete on tag to crewline_app;
grant select, insert on tag to crewline_system;

-- One row per tag on a conversation. It carries the time of the conversation's last message, so that the inbox filtered by
-- tag is one index range.
create table conversation_tag (
  org_id uuid not null,
  contact_id uuid not null,
  tag_id uuid not null,
  last_at timestamptz not null,
  primary key (org_id, contact_id, tag_id),
  foreign key (org_id, contact_id) references conversation (org_id, contact_id),
  foreign key (org_id, tag_id) references tag (org_id, id) on delete cascade
);
create index conversation_tag_by_time on conversation_tag (org_id, tag_id, last_at desc, contact_id desc);
alter table conversation_tag enable row level security;
alter table conversation_tag force row level security;
create policy conversation_tag_of_org on conversation_tag to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy conversation_tag_of_system on conversation_tag to crewline_system using (true) with check (true);
create policy conversation_tag_of_scope on conversation_tag as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = conversation_tag.org_id and g.contact_id = conversation_tag.contact_id offset 0));
grant select, insert, update, delete on conversation_tag to crewline_app;
grant select, insert on conversation_tag to crewline_system;

-- What each member has not read: one row per conversation, written when it becomes unread, not again until it is read, and
-- deleted then. No foreign keys: rows are written with messages, for every member who sees the contact, and looking up both
-- ends each time would cost more than the row.
create table unread (
  org_id uuid not null,
  user_id uuid not null,
  contact_id uuid not null,
  count int not null,
  -- conversation.arrivals when the row was written.
  arrivals int not null default 0,
  -- The first unread message; null where a conversation was only marked unread.
  since_id uuid,
  -- Why it counts, the most urgent reason: the member was mentioned in a note, or a snoozed conversation is due.
  reason text not null default 'unread' check (reason in ('unread', 'snoozed_due', 'mention')),
  last_at timestamptz not null,
  -- Every message asks which members have its conversation unread already, and almost all do. With the contact before the
  -- user these rows are next to each other: one look-up per message instead of one per member.
  primary key (org_id, contact_id, user_id)
);
create index unread_latest on unread (org_id, user_id, last_at desc, contact_id desc);
alter table unread enable row level security;
alter table unread force row level security;
create policy unread_of_org on unread to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy unread_of_system on unread to crewline_system using (true) with check (true);
create policy unread_of_scope on unread as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid))
    and exists (select from group_member g where g.org_id = unread.org_id and g.contact_id = unread.contact_id offset 0));
grant select, insert, update, delete on unread to crewline_app;
grant select, insert, delete on unread to crewline_system;

-- Rows of `unread` are in the order in which conversations became unread. When a member opens theirs, they are sorted by
-- last message first; this is how far that has come.
create table unread_order (
  org_id uuid not null,
  user_id uuid not null,
  sorted_at timestamptz not null,
  primary key (org_id, user_id)
);
alter table unread_order enable row level security;
alter table unread_order force row level security;
create policy unread_order_of_org on unread_order to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy unread_order_of_system on unread_order to crewline_system using (true) with check (true);
grant select, insert, update on unread_order to crewline_app;
grant select, insert on unread_order to crewline_system;

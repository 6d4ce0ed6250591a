-- contract: the count of unread messages moves from the conversation to each member, and is kept by the version that brings this file
set local lock_timeout = '2s';

-- What each member has not read: one row a conversation, gone when it is read. No foreign keys: rows come with every text,
-- for every member who sees its worker, and looking up both ends each time would cost more than the row.
create table unread (
  org_id uuid not null,
  user_id uuid not null,
  contact_id uuid not null,
  count int not null,
  -- The first message not read; null where a conversation was only marked unread.
  since_id uuid,
  -- Why it counts, the most pressing one: somebody was named in a note, or a snoozed conversation is due.
  reason text not null default 'unread' check (reason in ('unread', 'snoozed_due', 'mention')),
  last_at timestamptz not null,
  primary key (org_id, user_id, contact_id)
);
create index unread_latest on unread (org_id, user_id, last_at desc, contact_id desc);
alter table unread enable row level security;
alter table unread force row level security;
create policy unread_of_org on unread to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy unread_of_system on unread to crewline_system using (true) with check (true);
grant select, insert, update, delete on unread to crewline_app;
grant select, insert, delete on unread to crewline_system;
create policy unread_of_scope on unread as restrictive to crewline_scoped
  using (user_id = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid))
    and exists (select from group_member g where g.org_id = unread.org_id and g.contact_id = unread.contact_id offset 0));

-- One row a tag on a conversation. It carries the time of the conversation's last message, as rows of groups do, so that the
-- inbox filtered by tag is one index range.
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
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy conversation_tag_of_system on conversation_tag to crewline_system using (true) with check (true);
grant select, insert, update, delete on conversation_tag to crewline_app;
grant select, insert on conversation_tag to crewline_system;
create policy conversation_tag_of_scope on conversation_tag as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = conversation_tag.org_id and g.contact_id = conversation_tag.contact_id offset 0));

-- Who snoozed a conversation hears when it wakes.
alter table conversation add column snoozed_by uuid references user_account (id);

-- Notes and events of a thread go over no line.
alter table message alter column line_id drop not null;

-- Until now a conversation was unread for everybody: now it is so for each member who sees the worker. And an unread
-- conversation waits for an answer.
grant update on conversation to crewline_system;
set local role crewline_system;
insert into unread (org_id, user_id, contact_id, count, last_at)
select v.org_id, b.user_id, v.contact_id, v.unread_count, v.last_at
from conversation v join member b on b.org_id = v.org_id and b.status = 'active' and b.role <> 'author'
where v.unread_count > 0 and (b.role in ('owner', 'admin') or b.scope = 'all' or exists (
  select from member_group g join group_member o on o.org_id = g.org_id and o.group_id = g.group_id
  where g.org_id = v.org_id and g.member_id = b.id and o.contact_id = v.contact_id));
update conversation set waiting_since = last_at where unread_count > 0 and not archived and last_direction = 'in' and waiting_since is null;
reset role;
revoke update on conversation from crewline_system;

alter table conversation drop column unread_count;
drop index conversation_open;
-- What the list shows first: nothing archived, nothing that sleeps.
create index conversation_open on conversation (org_id, last_at desc, contact_id desc) where not archived and snoozed_until is null;
create index conversation_unassigned on conversation (org_id, last_at desc, contact_id desc)
  where assignee_id is null and not archived and snoozed_until is null;
create index conversation_assigned on conversation (org_id, assignee_id, archived, last_at desc, contact_id desc) where assignee_id is not null;
create index conversation_waiting on conversation (org_id, waiting_since, contact_id)
  where waiting_since is not null and not archived and snoozed_until is null;
create index conversation_snoozed on conversation (org_id, snoozed_until, contact_id) where snoozed_until is not null;
create index conversation_waking on conversation (snoozed_until) where snoozed_until is not null;
create index conversation_scheduled on conversation (org_id, next_due_at, contact_id) where next_due_at is not null;
create index conversation_failed on conversation (org_id, last_at desc, contact_id desc) where failed;
create index conversation_voicemail on conversation (org_id, last_at desc, contact_id desc) where unheard_voicemails > 0;

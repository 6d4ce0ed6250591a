set local lock_timeout = '2s';

-- A member sees everybody, or only the workers of some groups.
alter table member add column scope text not null default 'all' check (scope in ('all', 'groups'));

create table member_group (
  org_id uuid not null references organization (id),
  member_id uuid not null,
  group_id uuid not null,
  primary key (org_id, member_id, group_id),
  foreign key (org_id, member_id) references member (org_id, id),
  foreign key (org_id, group_id) references contact_group (org_id, id)
);
create index member_group_of_group on member_group (org_id, group_id);
alter table member_group enable row level security;
alter table member_group force row level security;
create policy member_group_of_org on member_group to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy member_group_of_system on member_group to crewline_system using (true) with check (true);
grant select, insert, delete on member_group to crewline_app;
grant select, insert, delete on member_group to crewline_system;

-- Somebody asked to join. Only the hash of the link's token is kept, and the app cannot read even that.
create table invitation (
  org_id uuid not null references organization (id),
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'manager', 'agent', 'author', 'viewer')),
  group_ids uuid[] not null default '{}',
  token_hash bytea not null unique,
  invited_by uuid not null references user_account (id),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index invitation_by_id on invitation (id);
create unique index invitation_open on invitation (org_id, lower(email)) where accepted_at is null;
alter table invitation enable row level security;
alter table invitation force row level security;
create policy invitation_of_org on invitation to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy invitation_of_system on invitation to crewline_system using (true) with check (true);
grant select (org_id, id, email, role, group_ids, invited_by, sent_at, expires_at, accepted_at, created_at) on invitation to crewline_app;
grant insert, update on invitation to crewline_app;
grant select, insert, update on invitation to crewline_system;

-- The list of the team shows these of its people; the letter to somebody invited speaks the inviter's language.
grant select (email, locale, mfa_method) on user_account to crewline_app;

-- The guard for members who see some groups only. Their requests run as crewline_scoped, which inherits what crewline_app
-- may do and is narrowed by the policies below: where a worker is in none of the member's groups, there is no row. Each
-- table's policy asks the next one, down to member_group: group_member shows the member's groups only, so "is in a group
-- of mine" is "has a row there". The groups are read once per statement, the rest is one index look-up a row. Where the
-- planner expects many rows, as for reports, it may read every membership once instead; for conversations offset 0 forbids
-- that, because the inbox is walked from its groups and stops after a page.
create policy member_group_of_scope on member_group as restrictive to crewline_scoped
  using (member_id = (select nullif(current_setting('app.member', true), '')::uuid))
  with check (false);
create policy contact_group_of_scope on contact_group as restrictive to crewline_scoped
  using (id = any(array(select mine.group_id from member_group mine)));
-- Joining a group widens what a member sees, so it is never done in their own scope.
create policy group_member_of_scope on group_member as restrictive to crewline_scoped
  using (group_id = any(array(select mine.group_id from member_group mine)))
  with check (false);
create policy contact_of_scope on contact as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact.org_id and g.contact_id = contact.id));
create policy conversation_of_scope on conversation as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = conversation.org_id and g.contact_id = conversation.contact_id offset 0));
create policy message_of_scope on message as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = message.org_id and g.contact_id = message.contact_id));
-- Live and archived workers have an index by number each.
create policy consent_of_scope on consent as restrictive to crewline_scoped
  using (exists (select from contact c where c.org_id = consent.org_id and c.phone = consent.phone and c.archived_at is null)
    or exists (select from contact c where c.org_id = consent.org_id and c.phone = consent.phone and c.archived_at is not null));
create policy consent_event_of_scope on consent_event as restrictive to crewline_scoped
  using (exists (select from contact c where c.org_id = consent_event.org_id and c.phone = consent_event.phone and c.archived_at is null)
    or exists (select from contact c where c.org_id = consent_event.org_id and c.phone = consent_event.phone and c.archived_at is not null));
-- What their work leaves behind for others to read: they add to it and never look.
create policy event_log_of_scope on event_log as restrictive to crewline_scoped using (false) with check (true);
create policy audit_entry_of_scope on audit_entry as restrictive to crewline_scoped using (false) with check (true);
create policy outgoing_chunk_of_scope on outgoing_chunk as restrictive to crewline_scoped using (false) with check (true);
create policy carrier_event_of_scope on carrier_event as restrictive to crewline_scoped using (false);
create policy unknown_outcome_of_scope on unknown_outcome as restrictive to crewline_scoped using (false);

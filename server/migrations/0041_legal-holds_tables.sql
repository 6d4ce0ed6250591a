set local lock_timeout = '2s';

-- Legal holds: what must not be deleted, whatever retention periods say and whoever asks. A released hold stays as a record.
create table legal_hold (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  reason text not null,
  -- Whom it covers: the contacts of its rows in legal_hold_contact, also everyone who is in one of the groups, or everyone.
  covers text not null check (covers in ('contacts', 'groups', 'everyone')),
  group_ids uuid[] not null default '{}',
  -- Which days of their conversations it covers, and the same as moments in the time zone of the organization.
  from_day date,
  to_day date,
  since timestamptz,
  until timestamptz,
  placed_by uuid not null,
  placed_at timestamptz not null,
  released_by uuid,
  released_at timestamptz,
  release_reason text,
  primary key (org_id, id),
  check (since is null or until is null or since < until)
);
create index legal_hold_active on legal_hold (org_id) where released_at is null;
alter table legal_hold enable row level security;
alter table legal_hold force row level security;
create policy legal_hold_of_org on legal_hold to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy legal_hold_of_system on legal_hold to crewline_system using (true) with check (true);
-- Who sees only some contacts neither sees holds nor places them; deletions ask in the name of the organization.
create policy legal_hold_of_scope on legal_hold as restrictive to crewline_scoped using (false) with check (false);
grant select, insert, update on legal_hold to crewline_app;
grant select, insert, update on legal_hold to crewline_system;

create table legal_hold_contact (
  org_id uuid not null,
  hold_id uuid not null,
  contact_id uuid not null,
  primary key (org_id, hold_id, contact_id),
  foreign key (org_id, hold_id) references legal_hold (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create index legal_hold_contact_by_contact on legal_hold_contact (org_id, contact_id);
alter table legal_hold_contact enable row level security;
alter table legal_hold_contact force row level security;
create policy legal_hold_contact_of_org on legal_hold_contact to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy legal_hold_contact_of_system on legal_hold_contact to crewline_system using (true) with check (true);
create policy legal_hold_contact_of_scope on legal_hold_contact as restrictive to crewline_scoped using (false) with check (false);
grant select, insert, delete on legal_hold_contact to crewline_app;
grant select, insert, delete on legal_hold_contact to crewline_system;

-- Who leaves a group stays covered: the hold names them from then on. A trigger, because many statements end memberships.
-- It runs as crewline_system: a member limited to some groups may remove a contact, and still sees no hold.
create function keep_held_members() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into legal_hold_contact (org_id, hold_id, contact_id)
  select r.org_id, h.id, r.contact_id from removed r
    join legal_hold h on h.org_id = r.org_id and h.released_at is null and r.group_id = any(h.group_ids)
  on conflict do nothing;
  return null;
end $$;
grant create on schema public to crewline_system;
alter function keep_held_members() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function keep_held_members() from public;
create trigger group_member_keep_held after delete on group_member
  referencing old table as removed for each statement execute function keep_held_members();

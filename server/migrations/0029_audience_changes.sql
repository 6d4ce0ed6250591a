set local lock_timeout = '2s';

-- Which transactions changed who is in an audience, so that a stored count knows whether it still holds. Written by
-- triggers and not by events, because a count must be right whatever changed the rows. One row for each transaction and
-- audience, so that writers never wait for each other. The group is the zero id for changes that concern every audience:
-- those of contacts and of opt-outs.
create table audience_change (
  org_id uuid not null,
  group_id uuid not null,
  xid xid8 not null,
  at timestamptz not null,
  primary key (org_id, group_id, xid)
);
create index audience_change_by_age on audience_change (at);
alter table audience_change enable row level security;
alter table audience_change force row level security;
create policy audience_change_of_org on audience_change to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy audience_change_of_system on audience_change to crewline_system using (true) with check (true);
create policy audience_change_of_scope on audience_change as restrictive to crewline_scoped using (false);
grant select on audience_change to crewline_app;
grant select, insert, delete on audience_change to crewline_system;

create function note_contact_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into audience_change (org_id, group_id, xid, at)
    select distinct org_id, '00000000-0000-0000-0000-000000000000'::uuid, pg_current_xact_id(), now() from changed
    on conflict do nothing;
    return null;
  end $$;
create function note_opt_out_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into audience_change (org_id, group_id, xid, at)
    select distinct org_id, '00000000-0000-0000-0000-000000000000'::uuid, pg_current_xact_id(), now() from changed where opted_out
    on conflict do nothing;
    return null;
  end $$;
create function note_consent_edit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into audience_change (org_id, group_id, xid, at)
    select distinct org_id, '00000000-0000-0000-0000-000000000000'::uuid, pg_current_xact_id(), now()
    from changed left join was using (org_id, phone) where was.opted_out is distinct from changed.opted_out
    on conflict do nothing;
    return null;
  end $$;
create function note_member_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into audience_change (org_id, group_id, xid, at)
    select distinct org_id, group_id, pg_current_xact_id(), now() from changed
    on conflict do nothing;
    return null;
  end $$;
grant create on schema public to crewline_system;
alter function note_contact_change() owner to crewline_system;
alter function note_opt_out_change() owner to crewline_system;
alter function note_consent_edit() owner to crewline_system;
alter function note_member_change() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function note_contact_change(), note_opt_out_change(), note_consent_edit(), note_member_change() from public;

create trigger contact_added after insert on contact
  referencing new table as changed for each statement execute function note_contact_change();
create trigger contact_edited after update on contact
  referencing new table as changed for each statement execute function note_contact_change();
create trigger opt_out_added after insert on consent
  referencing new table as changed for each statement execute function note_opt_out_change();
create trigger opt_out_edited after update on consent
  referencing old table as was new table as changed for each statement execute function note_consent_edit();
create trigger opt_out_deleted after delete on consent
  referencing old table as changed for each statement execute function note_opt_out_change();
create trigger group_member_joined after insert on group_member
  referencing new table as changed for each statement execute function note_member_change();
create trigger group_member_left after delete on group_member
  referencing old table as changed for each statement execute function note_member_change();

set local lock_timeout = '2s';

-- A count of an audience is kept in parts, ranges of contact ids, so that a change of a few contacts makes only their
-- parts outdated. The parts are null where a count is too small to have any, and in counts of the version before.
alter table broadcast_count add column parts jsonb;

-- Which contacts a transaction changed, as far as they are few; null when they are many, when a number of a household is
-- concerned, on which the reasons of contacts in other parts depend, and in rows of the version before.
alter table audience_change add column contact_ids uuid[];
grant update (contact_ids) on audience_change to crewline_system;

create function note_audience_change(organization uuid, audience uuid, ids uuid[]) returns void
  language sql
  as $$
    insert into audience_change (org_id, group_id, xid, at, contact_ids)
    values (organization, audience, pg_current_xact_id(), now(), ids)
    on conflict (org_id, group_id, xid) do update set contact_ids =
      case when cardinality(audience_change.contact_ids) + cardinality(excluded.contact_ids) <= 200
        then audience_change.contact_ids || excluded.contact_ids end
      where audience_change.contact_ids is not null
  $$;

create or replace function note_contact_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if (select count(*) > 50 from (select from changed limit 51) few) then
      perform note_audience_change(org_id, '00000000-0000-0000-0000-000000000000', null)
      from (select distinct org_id from changed) o;
    else
      perform note_audience_change(org_id, '00000000-0000-0000-0000-000000000000',
        case when not bool_or(shares_phone) then array_agg(id) end)
      from changed group by org_id;
    end if;
    return null;
  end $$;

-- Changes that say nothing about who gets a text, and nothing about its length, are not noted.
create function note_contact_edit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if (select count(*) > 50 from (select from changed limit 51) few) then
      perform note_audience_change(org_id, '00000000-0000-0000-0000-000000000000', null)
      from (select distinct org_id from changed) o;
    else
      perform note_audience_change(changed.org_id, '00000000-0000-0000-0000-000000000000',
        case when not bool_or(changed.shares_phone or was.shares_phone) then array_agg(changed.id) end)
      from changed join was using (org_id, id)
      where (changed.archived_at, changed.work, changed.phone, changed.phone_state, changed.shares_phone, changed.suspect_since,
          changed.merged_into, changed.erased_at, changed.language, changed.timezone, changed.firstname, changed.lastname,
          changed.job_title, changed.location, changed.custom)
        is distinct from (was.archived_at, was.work, was.phone, was.phone_state, was.shares_phone, was.suspect_since,
          was.merged_into, was.erased_at, was.language, was.timezone, was.firstname, was.lastname, was.job_title, was.location,
          was.custom)
      group by changed.org_id;
    end if;
    return null;
  end $$;

-- The active contacts of numbers whose opt-out changed. An archived contact gets nothing either way, and a contact that
-- takes a number in a transaction that is still open is noted by that transaction.
create function note_opt_outs(organization uuid, phones text[]) returns void
  language sql
  as $$
    select note_audience_change(organization, '00000000-0000-0000-0000-000000000000', case when cardinality(phones) <= 50 then
      array(select c.id from unnest(phones) p(phone) join contact c on c.org_id = organization and c.phone = p.phone and c.archived_at is null) end)
  $$;
create or replace function note_opt_out_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform note_opt_outs(org_id, array_agg(phone)) from changed where opted_out group by org_id;
    return null;
  end $$;
create or replace function note_consent_edit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform note_opt_outs(org_id, array_agg(phone)) from changed left join was using (org_id, phone)
    where was.opted_out is distinct from changed.opted_out group by org_id;
    return null;
  end $$;
create or replace function note_member_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform note_audience_change(org_id, group_id, case when count(*) <= 50 then array_agg(contact_id) end)
    from changed group by org_id, group_id;
    return null;
  end $$;

grant create on schema public to crewline_system;
alter function note_audience_change(uuid, uuid, uuid[]) owner to crewline_system;
alter function note_contact_edit() owner to crewline_system;
alter function note_opt_outs(uuid, text[]) owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function note_audience_change(uuid, uuid, uuid[]), note_contact_edit(), note_opt_outs(uuid, text[]) from public;
grant execute on function note_audience_change(uuid, uuid, uuid[]), note_opt_outs(uuid, text[]) to crewline_system;

create or replace trigger contact_edited after update on contact
  referencing old table as was new table as changed for each statement execute function note_contact_edit();

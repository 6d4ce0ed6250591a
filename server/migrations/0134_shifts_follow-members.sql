set local lock_timeout = '2s';

-- Who joins or leaves a group with a shift works other hours from then on, and texts that wait for them move. A trigger,
-- because many statements change memberships: members, rules, imports, syncs, merges. It runs as crewline_system, because a
-- member limited to some groups writes no events of others. More than a thousand people are not listed: all texts are judged.
create function note_shift_members() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  people int;
begin
  select count(*) into people from (
    select from changed c join group_shift g on g.org_id = c.org_id and g.group_id = c.group_id limit 1001
  ) w;
  if people = 0 then return null; end if;
  if people <= 1000 then
    insert into event_log (org_id, name, payload, at)
    select w.org_id, 'shift.changed', jsonb_build_object('contactIds', jsonb_agg(w.contact_id)), now() from (
      select distinct c.org_id, c.contact_id from changed c
      join group_shift g on g.org_id = c.org_id and g.group_id = c.group_id
    ) w group by w.org_id;
  else
    insert into event_log (org_id, name, payload, at)
    select distinct g.org_id, 'shift.changed', '{}'::jsonb, now() from group_shift g
    where exists (select from changed c where c.org_id = g.org_id and c.group_id = g.group_id);
  end if;
  perform pg_notify('crewline', '{"kind":"events"}');
  return null;
end $$;
grant create on schema public to crewline_system;
alter function note_shift_members() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function note_shift_members() from public;

create trigger group_member_shift_joined after insert on group_member
  referencing new table as changed for each statement execute function note_shift_members();
create trigger group_member_shift_left after delete on group_member
  referencing old table as changed for each statement execute function note_shift_members();

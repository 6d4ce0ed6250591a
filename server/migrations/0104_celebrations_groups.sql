set local lock_timeout = '2s';

-- Returns the contacts of these groups in the organization of the transaction. A member who is limited to some groups reads
-- no other memberships, although whom a celebration chooses and leaves out depends on them. Callers look the ids up in the
-- contacts, whose policies decide which of them a member sees.
create function contacts_of_groups(groups uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp rows 500
  as $$
    select distinct m.contact_id from group_member m
    where m.org_id = current_setting('app.org')::uuid and m.group_id = any(groups)
  $$;

grant create on schema public to crewline_system;
alter function contacts_of_groups(uuid[]) owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function contacts_of_groups(uuid[]) from public;
grant execute on function contacts_of_groups(uuid[]) to crewline_app;

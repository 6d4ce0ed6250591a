set local lock_timeout = '2s';

-- Returns the contacts into which these contacts of the organization of the transaction were merged. A member who is limited
-- to some groups does not see a merged contact, because it is in no group, although a broadcast that names it means the
-- contact that was kept. Callers look the ids up in the contacts, whose policies decide which of them a member sees.
create function kept_contacts(contacts uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp rows 10
  as $$
    select distinct c.merged_into from contact c
    where c.org_id = current_setting('app.org')::uuid and c.id = any(contacts) and c.merged_into is not null
  $$;

grant create on schema public to crewline_system;
alter function kept_contacts(uuid[]) owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function kept_contacts(uuid[]) from public;
grant execute on function kept_contacts(uuid[]) to crewline_app;

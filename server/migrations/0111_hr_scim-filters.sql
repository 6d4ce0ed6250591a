set local lock_timeout = '2s';

-- What clients of SCIM look people up by besides names: their emails, numbers and employee number, in lower case.
create function hr_scim_values(resource jsonb) returns text[]
  language sql immutable parallel safe
  as $$ select coalesce(array_agg(lower(value)), '{}') from (
    select jsonb_path_query(resource, '$.emails[*].value') #>> '{}' as value
    union all select jsonb_path_query(resource, '$.phoneNumbers[*].value') #>> '{}'
    union all select e.value #>> '{}' from jsonb_path_query(resource, '$."urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"') x
      cross join lateral jsonb_each(case jsonb_typeof(x) when 'object' then x else '{}' end) e
      where lower(e.key) = 'employeenumber') v $$;
-- Without a list of pending entries, which each look-up would read. Pushes wait while the indexes are built: a second for 100,000 people.
-- squawk-ignore require-concurrent-index-creation
create index hr_scim_person_by_value on hr_scim_person using gin (hr_scim_values(resource)) with (fastupdate = off);
-- squawk-ignore require-concurrent-index-creation
create index hr_scim_person_by_change on hr_scim_person (org_id, updated_at);

-- The ids of the people with this user name, external id, an email, a number or an employee number, in any case of its letters. Under row level
-- security no index answers that, because lower() and @> are not leakproof: so this runs as crewline_system, only for the
-- organization of the transaction, and returns ids, which are read under the policies of the caller.
create function hr_scim_people_with(attribute text, sought text) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin
    if attribute = 'userName' then
      return array(select p.id from hr_scim_person p
        where p.org_id = current_setting('app.org')::uuid and lower(p.user_name) = lower(sought));
    elsif attribute = 'externalId' then
      return array(select p.id from hr_scim_person p
        where p.org_id = current_setting('app.org')::uuid and lower(p.external_id) = lower(sought));
    end if;
    return array(select p.id from hr_scim_person p
      where p.org_id = current_setting('app.org')::uuid and hr_scim_values(p.resource) @> array[lower(sought)]);
  end $$;
grant create on schema public to crewline_system;
alter function hr_scim_people_with(text, text) owner to crewline_system;
revoke create on schema public from crewline_system;

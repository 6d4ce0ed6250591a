set local lock_timeout = '2s';

-- The inbox also shows conversations with workers who are archived by now. They have an index of words of their own, so that
-- the one of those who work here stays as small as they are few.
create index contact_archived_by_words on contact using gin (org_id, contact_words(sort_name, preferred_name, employee_id, phone) gin_trgm_ops)
  where archived_at is not null;

-- As contacts_with_words, of everybody.
create function anybody_with_words(patterns text[], most int) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin
    return contacts_with_words(patterns, most) || array(select c.id from contact c
      where c.org_id = nullif(current_setting('app.org', true), '')::uuid and c.archived_at is not null
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like patterns[1]
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like coalesce(patterns[2], '%')
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like all (patterns)
      limit most);
  end $$;
grant create on schema public to crewline_system;
alter function anybody_with_words(text[], int) owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function anybody_with_words(text[], int) from public;
grant execute on function anybody_with_words(text[], int) to crewline_app;

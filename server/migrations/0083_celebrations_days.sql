set local lock_timeout = '2s';

-- The day of the year of a date, such as 02-29. Unlike to_char, it depends on no setting, so that an index can hold it.
create function month_day_of(day date) returns text
  language sql immutable parallel safe
  return lpad(extract(month from day)::int::text, 2, '0') || '-' || lpad(extract(day from day)::int::text, 2, '0');

-- The custom fields that hold a date, each as its key and the day of the year: "license 05-31".
create function custom_days(custom jsonb) returns text[]
  language sql immutable parallel safe
  return array(select key || ' ' || substr(value, 6, 5) from jsonb_each_text(custom) where value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$');

-- squawk-ignore require-concurrent-index-creation
create index contact_by_birthday on contact (org_id, (right(birthday, 5)))
  where birthday is not null and archived_at is null;
-- squawk-ignore require-concurrent-index-creation
create index contact_by_hire_day on contact (org_id, month_day_of(hire_date))
  where hire_date is not null and archived_at is null;
-- squawk-ignore require-concurrent-index-creation
create index contact_by_custom_day on contact using gin (org_id, custom_days(custom))
  where archived_at is null and custom <> '{}';
-- squawk-ignore require-concurrent-index-creation
create index contact_by_zone on contact (org_id, timezone) where timezone is not null and archived_at is null;

-- Returns the active contacts whose date falls on one of these days of the year, with that day. Row level security keeps
-- the planner from using an index on an expression, because the expression could reveal rows by failing. This function asks
-- the indexes as crewline_system, and only for the organization of the transaction. Callers look the ids up in the table,
-- whose policies decide which of them a member sees.
create function contacts_with_day(kind text, field text, days text[]) returns table (contact_id uuid, month_day text)
  language plpgsql stable security definer set search_path = public, pg_temp rows 500
  as $$
declare
  org uuid := current_setting('app.org')::uuid;
begin
  if kind = 'birthday' then
    return query select c.id, right(c.birthday, 5) from contact c
      where c.org_id = org and c.archived_at is null and c.birthday is not null and right(c.birthday, 5) = any(days);
  elsif kind = 'anniversary' then
    return query select c.id, month_day_of(c.hire_date) from contact c
      where c.org_id = org and c.archived_at is null and c.hire_date is not null and month_day_of(c.hire_date) = any(days);
  else
    return query select c.id, substr(c.custom ->> field, 6, 5) from contact c
      where c.org_id = org and c.archived_at is null and c.custom <> '{}'
        and custom_days(c.custom) && array(select field || ' ' || day from unnest(days) day);
  end if;
end $$;

-- Returns the time zones of the active contacts of the organization of the transaction, stepping from one to the next in
-- the index. It names no contact, and limits nothing: a zone in which a member sees no one only costs a comparison.
create function contact_zones() returns setof text
  language sql stable security definer set search_path = public, pg_temp rows 10
  as $$
    with recursive zone (name) as (
      (select c.timezone from contact c
        where c.org_id = current_setting('app.org')::uuid and c.timezone is not null and c.archived_at is null
        order by c.timezone limit 1)
      union all
      select (select c.timezone from contact c
        where c.org_id = current_setting('app.org')::uuid and c.timezone > zone.name and c.archived_at is null
        order by c.timezone limit 1)
      from zone where zone.name is not null)
    select name from zone where name is not null
  $$;

grant create on schema public to crewline_system;
alter function contacts_with_day(text, text, text[]) owner to crewline_system;
alter function contact_zones() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function contacts_with_day(text, text, text[]) from public;
revoke execute on function contact_zones() from public;
grant execute on function contacts_with_day(text, text, text[]) to crewline_app;
grant execute on function contact_zones() to crewline_app;

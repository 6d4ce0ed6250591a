set local lock_timeout = '2s';

create table contact (
  org_id uuid not null references organization (id),
  id uuid not null,
  firstname text not null,
  lastname text not null default '',
  preferred_name text not null default '',
  -- "first last" in lower case without accents, kept by the writer for search and for the order of lists.
  sort_name text not null,
  phone text,
  phone_kind text not null default 'unknown' check (phone_kind in ('mobile', 'landline', 'voip', 'unknown')),
  phone_state text not null default 'ok' check (phone_state in ('ok', 'landline', 'not_in_use')),
  -- The contact shares the number of someone in their household: messages go there, replies count as the owner's.
  shares_phone boolean not null default false,
  -- When someone reported a wrong number: members may still reply, broadcasts leave it out.
  suspect_since timestamptz,
  -- The latest few times that a message failed because the phone was off or had no signal. Often within a month suggests
  -- that the number is no longer in use.
  unreachable_at timestamptz[],
  email text not null default '',
  language text not null default 'en',
  employee_id text not null default '',
  job_title text not null default '',
  department text not null default '',
  location text not null default '',
  -- Where it differs from the organization's: messages wait for the contact's morning.
  timezone text,
  hire_date date,
  -- Month and day, after the year if it is known: 1990-04-23 or 04-23.
  birthday text,
  work text not null default 'active' check (work in ('active', 'on_leave', 'terminated', 'blocked')),
  -- Values of custom fields by key.
  custom jsonb not null default '{}',
  -- Fields that another system manages: the system by field name.
  locked jsonb not null default '{}',
  source text not null,
  -- The import that created the contact, so that lists can show its contacts.
  import_id uuid,
  -- The contact that this one was merged into.
  merged_into uuid,
  -- When the contact was erased: what is left of the row identifies no one.
  erased_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
-- A number belongs to one contact; others in the household may share it.
create unique index contact_by_phone on contact (org_id, phone) where phone is not null and archived_at is null and not shares_phone;
create index contact_by_shared_phone on contact (org_id, phone) where shares_phone and archived_at is null;
-- Everyone who is texted at a number, owner or sharing: policies and permissions look contacts up by number. Active and
-- archived contacts have an index each.
create index contact_active_by_phone on contact (org_id, phone) where archived_at is null;
create index contact_archived_by_phone on contact (org_id, phone) where archived_at is not null;
create index contact_by_name on contact (org_id, sort_name, id) where archived_at is null;
create index contact_by_age on contact (org_id, created_at, id) where archived_at is null;
create index contact_by_employee_id on contact (org_id, employee_id) where employee_id <> '' and archived_at is null;
create index contact_by_email on contact (org_id, email) where email <> '' and archived_at is null;
create index contact_by_merge on contact (org_id, merged_into) where merged_into is not null;
create index contact_by_import on contact (org_id, import_id) where import_id is not null;
-- Contacts whose details need a fix: few, and asked for each week.
create index contact_to_repair on contact (org_id, sort_name, id)
  where archived_at is null and work <> 'terminated' and (phone is null or phone_state <> 'ok' or suspect_since is not null);
-- Numbers that texted and have no name yet.
create index contact_unnamed on contact (org_id, created_at desc, id desc)
  where source = 'inbound' and firstname = 'Unknown' and archived_at is null;
alter table contact enable row level security;
alter table contact force row level security;
create policy contact_of_org on contact to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_of_system on contact to crewline_system using (true) with check (true);
grant select, insert, update on contact to crewline_app;
grant select, insert on contact to crewline_system;

-- Members limited to some groups see the consent of the numbers of their contacts.
create policy consent_of_scope on consent as restrictive to crewline_scoped
  using (exists (select from contact c where c.org_id = consent.org_id and c.phone = consent.phone and c.archived_at is null)
    or exists (select from contact c where c.org_id = consent.org_id and c.phone = consent.phone and c.archived_at is not null));
create policy consent_event_of_scope on consent_event as restrictive to crewline_scoped
  using (exists (select from contact c where c.org_id = consent_event.org_id and c.phone = consent_event.phone and c.archived_at is null)
    or exists (select from contact c where c.org_id = consent_event.org_id and c.phone = consent_event.phone and c.archived_at is not null));

-- Lower case without accents, the same as folded() of this module. The ranges removed are Unicode's marks.
create function folded_marks(text_value text) returns text
  language sql immutable parallel safe
  as $$ select normalize(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(text_value, NFKD), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f]', '', 'g')), 'đłøıð', 'dloid'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) $$;
-- Most texts are plain ASCII and cost no more than lower(). Written as an expression, so that the functions it calls are
-- resolved once: an index is built, and a backup restored, with an empty search path.
create function folded_text(text_value text) returns text
  language sql immutable parallel safe
  return case when octet_length(text_value) = length(text_value) then lower(text_value) else folded_marks(text_value) end;

-- Everything that a contact search compares, each on its own line, so that no word matches across two of them. The trigram
-- indexes make a rare name among a million contacts a look-up instead of a scan. The inbox also finds archived contacts;
-- their index is separate, so that the index of active contacts stays small. pg_trgm is trusted: the owner of the database
-- may add it.
create extension if not exists pg_trgm;
-- Combines an organization or a contact with words in one GIN index; trusted as well.
create extension if not exists btree_gin;
create function contact_words(sort_name text, preferred_name text, employee_id text, phone text) returns text
  language sql immutable parallel safe
  return sort_name || chr(10) || folded_text(preferred_name) || chr(10) || folded_text(employee_id) || chr(10) || coalesce(phone, '');
create index contact_by_words on contact using gin (org_id, contact_words(sort_name, preferred_name, employee_id, phone) gin_trgm_ops)
  where archived_at is null;
create index contact_archived_by_words on contact using gin (org_id, contact_words(sort_name, preferred_name, employee_id, phone) gin_trgm_ops)
  where archived_at is not null;

-- Returns ids of active contacts that match all patterns, at most `max_count`. Row level security keeps the planner from
-- using an index for `like`, because `like` could reveal rows by failing. This function asks the index as crewline_system,
-- and only for the organization of the transaction. Callers look the ids up in the table, whose policies decide which of
-- them a member sees.
create function active_contacts_matching(patterns text[], max_count int) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin
    return array(select c.id from contact c
      where c.org_id = current_setting('app.org')::uuid and c.archived_at is null
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like patterns[1]
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like coalesce(patterns[2], '%')
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like all (patterns)
      limit max_count);
  end $$;
-- The same for active and archived contacts, at most `max_count` of each.
create function contacts_matching(patterns text[], max_count int) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin
    return active_contacts_matching(patterns, max_count) || array(select c.id from contact c
      where c.org_id = current_setting('app.org')::uuid and c.archived_at is not null
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like patterns[1]
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like coalesce(patterns[2], '%')
        and contact_words(c.sort_name, c.preferred_name, c.employee_id, c.phone) like all (patterns)
      limit max_count);
  end $$;
grant create on schema public to crewline_system;
alter function active_contacts_matching(text[], int) owner to crewline_system;
alter function contacts_matching(text[], int) owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function active_contacts_matching(text[], int) from public;
revoke execute on function contacts_matching(text[], int) from public;
grant execute on function active_contacts_matching(text[], int) to crewline_app;
grant execute on function contacts_matching(text[], int) to crewline_app;

-- Pairs of contacts that look like duplicates and that a member said are two people.
create table contact_pair_dismissed (
  org_id uuid not null references organization (id),
  low_id uuid not null,
  high_id uuid not null,
  by_user uuid not null,
  at timestamptz not null,
  primary key (org_id, low_id, high_id),
  check (low_id < high_id)
);
alter table contact_pair_dismissed enable row level security;
alter table contact_pair_dismissed force row level security;
create policy contact_pair_dismissed_of_org on contact_pair_dismissed to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_pair_dismissed_of_system on contact_pair_dismissed to crewline_system using (true) with check (true);
grant select, insert, delete on contact_pair_dismissed to crewline_app;
grant select on contact_pair_dismissed to crewline_system;

-- contract: no version is in use that writes contacts by the index taken away
set local lock_timeout = '2s';

alter table contact
  add column preferred_name text not null default '',
  add column email text not null default '',
  add column employee_id text not null default '',
  add column department text not null default '',
  add column hire_date date,
  -- Month and day, with the year before it where it is known: 1990-04-23 or 04-23.
  add column birthday text,
  add column work text not null default 'active' check (work in ('active', 'on_leave', 'terminated', 'blocked')),
  -- Somebody else of the household has this number: texts go to it, answers are the other one's.
  add column shares_phone boolean not null default false,
  -- Values of custom fields by key.
  add column custom jsonb not null default '{}',
  -- Facts another system keeps, by name, and whose they are.
  add column locked jsonb not null default '{}',
  -- Where somebody was merged into.
  add column merged_into uuid,
  -- When the person was erased: what is left of the row tells of nobody.
  add column erased_at timestamptz;

-- A number is one person's, or a household's: who shares it does not own it.
drop index contact_by_phone;
create unique index contact_by_phone on contact (org_id, phone) where phone is not null and archived_at is null and not shares_phone;
create index contact_by_shared_phone on contact (org_id, phone) where shares_phone and archived_at is null;
create index contact_by_employee_id on contact (org_id, employee_id) where employee_id <> '' and archived_at is null;

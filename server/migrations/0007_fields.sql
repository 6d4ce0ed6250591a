set local lock_timeout = '2s';

-- What an organization records about its contacts beyond the standard fields. Values are in contact.custom, by key.
create table custom_field (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  -- Derived from the name once; values, messages and filters refer to the field by its key.
  key text not null,
  type text not null check (
    type in ('text', 'longtext', 'number', 'date', 'boolean', 'select', 'multiselect', 'phone', 'email', 'url')
  ),
  options jsonb not null default '[]',
  required boolean not null default false,
  is_unique boolean not null default false,
  sensitive boolean not null default false,
  fallback text not null default '',
  source text not null default 'user' check (source in ('user', 'hris', 'parent')),
  -- The organization that manages the field; null for its own fields.
  managed_by uuid references organization (id),
  show_in_list boolean not null default false,
  portal text not null default 'hidden' check (portal in ('hidden', 'read', 'edit')),
  position int not null,
  created_at timestamptz not null,
  -- A deleted field can be restored, with its values, for 30 days.
  deleted_at timestamptz,
  primary key (org_id, id),
  -- A deleted field keeps its key, because its values are still stored under it.
  constraint custom_field_key unique (org_id, key)
);
create unique index custom_field_by_name on custom_field (org_id, lower(name)) where deleted_at is null;
create index custom_field_by_deletion on custom_field (deleted_at) where deleted_at is not null;
alter table custom_field enable row level security;
alter table custom_field force row level security;
create policy custom_field_of_org on custom_field to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy custom_field_of_system on custom_field to crewline_system using (true) with check (true);
grant select, insert, update, delete on custom_field to crewline_app;
grant select, insert on custom_field to crewline_system;

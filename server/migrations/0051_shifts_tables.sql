set local lock_timeout = '2s';

-- Working hours with a name, such as "Night shift".
create table shift (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  -- The hours of each weekday, in the local time of the contact; an end at or before the start is on the next day.
  hours jsonb not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index shift_name on shift (org_id, lower(name));
alter table shift enable row level security;
alter table shift force row level security;
create policy shift_of_org on shift to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy shift_of_system on shift to crewline_system using (true) with check (true);
grant select, insert, update, delete on shift to crewline_app;
grant select, insert on shift to crewline_system;

-- What applies to a contact instead of the shifts of their groups: one shift, or none, so that they can be texted at any
-- time.
create table contact_shift (
  org_id uuid not null,
  contact_id uuid not null,
  shift_id uuid,
  primary key (org_id, contact_id),
  foreign key (org_id, contact_id) references contact (org_id, id),
  foreign key (org_id, shift_id) references shift (org_id, id)
);
create index contact_shift_of_shift on contact_shift (org_id, shift_id);
alter table contact_shift enable row level security;
alter table contact_shift force row level security;
create policy contact_shift_of_org on contact_shift to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_shift_of_system on contact_shift to crewline_system using (true) with check (true);
create policy contact_shift_of_scope on contact_shift as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact_shift.org_id and g.contact_id = contact_shift.contact_id));
grant select, insert, update, delete on contact_shift to crewline_app;
grant select, insert, update, delete on contact_shift to crewline_system;

-- The shift of everyone in a group.
create table group_shift (
  org_id uuid not null,
  -- Groups are archived and never deleted.
  group_id uuid not null,
  shift_id uuid not null,
  primary key (org_id, group_id),
  foreign key (org_id, shift_id) references shift (org_id, id)
);
create index group_shift_of_shift on group_shift (org_id, shift_id);
alter table group_shift enable row level security;
alter table group_shift force row level security;
create policy group_shift_of_org on group_shift to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy group_shift_of_system on group_shift to crewline_system using (true) with check (true);
create policy group_shift_of_scope on group_shift as restrictive to crewline_scoped
  using (group_id = any(array(select mine.group_id from member_group mine)));
grant select, insert, update, delete on group_shift to crewline_app;
grant select, insert on group_shift to crewline_system;

-- The shifts of contacts of the organization in scope: their own, or else those of their groups. Contacts without any, and
-- those who can be texted at any time, are left out. It runs as crewline_system: a member limited to some groups must get
-- the same answer as everyone else, and the groups themselves stay hidden. Null stands for every contact.
create function contact_shifts(contacts uuid[]) returns table (contact_id uuid, shift_ids uuid[])
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select o.contact_id, array[o.shift_id] from contact_shift o
  where o.org_id = current_setting('app.org')::uuid and o.shift_id is not null
    and (contacts is null or o.contact_id = any(contacts))
  union all
  select m.contact_id, array_agg(distinct g.shift_id order by g.shift_id)
  from group_shift g join group_member m on m.org_id = g.org_id and m.group_id = g.group_id
  where g.org_id = current_setting('app.org')::uuid and (contacts is null or m.contact_id = any(contacts))
    and not exists (select from contact_shift o where o.org_id = g.org_id and o.contact_id = m.contact_id)
  group by m.contact_id
$$;
grant create on schema public to crewline_system;
alter function contact_shifts(uuid[]) owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function contact_shifts(uuid[]) from public;
grant execute on function contact_shifts(uuid[]) to crewline_app;

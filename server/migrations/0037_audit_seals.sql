set local lock_timeout = '2s';

-- The mark is a keyed hash over the entry; the key is not in the database. It covers the detail through a commitment, so
-- that a detail can be erased with its salt and the mark stays valid. Null in entries that are older than the marks.
alter table audit_entry
  add column salt bytea,
  add column commitment bytea,
  add column mark bytea;
-- squawk-ignore require-concurrent-index-creation
create index audit_entry_newest on audit_entry (id);

-- Not even the owner of the table changes or removes an entry by mistake; only its detail can be erased.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.detail = '{}' and new.salt is null
    and (new.org_id, new.id, new.at, new.action, new.commitment, new.mark)
      is not distinct from (old.org_id, old.id, old.at, old.action, old.commitment, old.mark)
    and (new.actor_id, new.session_id, new.target, new.request_id)
      is not distinct from (old.actor_id, old.session_id, old.target, old.request_id) then
    return new;
  end if;
  raise exception 'entries of the audit log are never changed or removed';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_keep before truncate on audit_entry
  for each statement execute function refuse_audit_change();

-- The chain of the audit entries of an organization, in the order in which they were found after their commit.
create table audit_seal (
  org_id uuid not null,
  seq bigint not null,
  entry_id uuid not null,
  -- A keyed hash over this row, the mark of the entry, and the hash before.
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (org_id, seq)
);
create unique index audit_seal_by_entry on audit_seal (org_id, entry_id);
alter table audit_seal enable row level security;
alter table audit_seal force row level security;
create policy audit_seal_of_org on audit_seal to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy audit_seal_of_system on audit_seal to crewline_system using (true) with check (true);
create policy audit_seal_of_scope on audit_seal as restrictive to crewline_scoped using (false) with check (false);
grant select on audit_seal to crewline_app;
grant select, insert on audit_seal to crewline_system;

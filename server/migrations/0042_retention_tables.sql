set local lock_timeout = '2s';

-- How long each class of data is kept; without a row, it is kept until someone deletes it. A shorter period applies after a
-- few days in which it can be undone, and until then the previous one does.
create table retention_setting (
  org_id uuid not null references organization (id),
  class text not null,
  -- In months; null: keep.
  months int check (months between 1 and 240),
  previous_months int check (previous_months between 1 and 240),
  applies_at timestamptz not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (org_id, class)
);
alter table retention_setting enable row level security;
alter table retention_setting force row level security;
create policy retention_setting_of_org on retention_setting to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy retention_setting_of_system on retention_setting to crewline_system using (true) with check (true);
create policy retention_setting_of_scope on retention_setting as restrictive to crewline_scoped using (false) with check (false);
grant select, insert, update on retention_setting to crewline_app;
grant select, insert on retention_setting to crewline_system;

-- Purges: one run deletes what is past its period, and its row is the certificate of what was deleted.
create table retention_run (
  org_id uuid not null references organization (id),
  id uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- The moment of each class before which it deletes, set when the run begins; and how much was deleted of each.
  before jsonb not null,
  counts jsonb not null default '{}',
  -- How much was past its period and stayed because of legal holds.
  held jsonb not null default '{}',
  -- SHA-256 over the digest before, the class and the ids of each chunk.
  digest text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id)
);
create unique index retention_run_open on retention_run (org_id) where state = 'running';
create index retention_run_newest on retention_run (org_id, started_at desc, id desc);
alter table retention_run enable row level security;
alter table retention_run force row level security;
create policy retention_run_of_org on retention_run to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy retention_run_of_system on retention_run to crewline_system using (true) with check (true);
create policy retention_run_of_scope on retention_run as restrictive to crewline_scoped using (false) with check (false);
grant select, insert, update on retention_run to crewline_app;
grant select, insert on retention_run to crewline_system;

-- Retention deletes messages, which nothing else does: erasures blank them.
grant delete on message to crewline_app;

-- Retention erases contacts in the name of no one.
-- squawk-ignore ban-drop-not-null
alter table contact_erasure alter column by_user drop not null;

-- Details of entries of the audit log can be erased once they are two years old, and never before, whatever the settings say.
grant update (detail, salt) on audit_entry to crewline_app;
create function refuse_early_erasure() returns trigger language plpgsql as $$ begin
  if old.at >= now() - interval '24 months' and current_user in ('crewline_app', 'crewline_scoped') then
    raise exception 'details of the audit log are kept for two years';
  end if;
  return new;
end $$;
create trigger audit_entry_early before update on audit_entry for each row execute function refuse_early_erasure();

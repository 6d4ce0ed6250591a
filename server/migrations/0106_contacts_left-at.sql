set local lock_timeout = '2s';

-- The day a contact left, from which the retention period of former contacts counts. A trigger keeps it, because contacts are
-- written one by one, by files and by HR systems. Null: the contact works here, or left before this column existed.
alter table contact add column left_at timestamptz;

create function contact_left() returns trigger language plpgsql as $$
begin
  new.left_at := case when new.work = 'terminated' then new.updated_at end;
  return new;
end $$;
create trigger contact_left_added before insert on contact
  for each row when (new.work = 'terminated') execute function contact_left();
create trigger contact_left_changed before update of work on contact
  for each row when (old.work is distinct from new.work) execute function contact_left();

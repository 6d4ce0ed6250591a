set local lock_timeout = '2s';

-- A sender that ends properly takes its name off its lines: nothing that it marked is without an outcome. Where a name
-- stays, or another process took the line over, texts that were marked are looked for once they are overdue, also on paused
-- lines and in paused broadcasts, whose chunks no sender opens. Processes of the version before leave their names, so their
-- lines are looked through once.
-- Processes of the version before only compare the owner with their own name, which no null equals.
-- squawk-ignore ban-drop-not-null
alter table line_lease alter column owner drop not null;
-- When to look for texts that an earlier owner marked and gave no outcome; null when there is nothing to look for.
alter table line_lease add column settle_at timestamptz;

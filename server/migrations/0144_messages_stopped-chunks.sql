set local lock_timeout = '2s';

-- Texts that were marked when a process died kept "sending" for good if their batch was stopped then: no sender opens the
-- chunks of a stopped batch. From now on a stop takes these chunks out of the batch; this does so for earlier stops. Chunks
-- in which something still waits belong to a stop that is under way.
update outgoing_chunk c set batch_id = null, due_at = least(c.due_at, now())
from message_batch b
where b.org_id = c.org_id and b.id = c.batch_id and b.state = 'stopped' and not exists (
  select from message m where m.org_id = c.org_id and m.id = any(c.message_ids) and m.state in ('held', 'scheduled', 'queued'));

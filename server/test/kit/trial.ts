import pg from 'pg'
import { runningEmbedded } from '../../src/kernel/db/embedded.ts'

/** Ends the trial of an organization of the product that runs on a folder, as its last day does. */
export async function endTrial(dataDir: string, organization: string): Promise<void> {
  const client = new pg.Client({ connectionString: runningEmbedded(dataDir) })
  await client.connect()
  try {
    const ended = await client.query(
      `with ended as (update organization set need_billing = true where name = $1 returning id)
       insert into billing_account (org_id, trial_ends_at, created_at)
       select id, now() - interval '1 hour', now() - interval '14 days' from ended
       on conflict (org_id) do update set trial_ends_at = excluded.trial_ends_at`,
      [organization],
    )
    if (ended.rowCount !== 1) throw new Error(`there is no organization named ${organization}`)
  } finally {
    await client.end()
  }
}

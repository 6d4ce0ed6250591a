import pg from 'pg'
import type { TestApp } from './test-app.ts'

/** Lets the database refuse audit entries of an action while something runs. */
export async function refuseEntries(t: TestApp, action: string, run: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: t.process.kernel.config.databaseUrl })
  await client.connect()
  try {
    await client.query(`
      create or replace function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`)
    await client.query(`create trigger refuse_entry before insert on audit_entry for each row
      when (new.action = ${client.escapeLiteral(action)}) execute function refuse_entry()`)
    await run()
    await client.query('drop trigger refuse_entry on audit_entry')
  } finally {
    await client.end()
  }
}

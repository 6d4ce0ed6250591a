import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit/test-app.ts'
import { spoolFolder } from './spool.ts'

test('holds all sends while an event is on the disk and resumes when the disk is empty', async () => {
  const t = await testApp()
  const folder = spoolFolder(t.process.kernel.config.dataDir)
  await mkdir(folder, { recursive: true })
  const waiting = join(folder, 'open-0~elsewhere~1~id~0.jsonl')
  await writeFile(waiting, '')
  const sent = await t.as(t.acme.ann).call(sendMessage, { body: { contactId: t.acme.bob.id, body: 'Hello' } })
  expect(sent.http).toBe(200)
  // The sender has taken the line and still sends nothing.
  const db = t.process.kernel.database.asSystem('the test waits for the sender to take the line')
  await t.until(
    async () => (await sql`select from line_lease where line_id = ${t.acme.line.id}`.execute(db)).rows.length > 0,
  )
  expect(await t.carrier.sent()).toEqual([])
  await rm(waiting)
  await t.until(async () => (await t.carrier.sent()).length === 1)
  await t.close()
})

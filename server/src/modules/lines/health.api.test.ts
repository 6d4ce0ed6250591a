import { lines } from '@crewline/contract/lines'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit/test-app.ts'

test('shows the delivery statistics of a line for the last seven days only', async () => {
  const t = await testApp()
  try {
    const { ann, bob, cat, dan, line } = t.acme
    await t.carrier.texts(cat.phone, 'Hi', line.phone)
    await t.carrier.phone(cat.phone, { delivery: 'filtered' })
    await t.carrier.texts(dan.phone, 'Hi', line.phone)
    await t.carrier.phone(dan.phone, { delivery: 'landline' })
    const send = (contactId: string, body: string) => t.as(ann).call(sendMessage, { body: { contactId, body } })
    for (const body of ['One', 'Two']) await send(bob.id, body)
    await send(cat.id, 'Filtered')
    await send(dan.id, 'To a wall')
    await t.drain()
    const system = t.process.kernel.database.asSystem('tests make an old text')
    await sql`
      insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, at)
      select org_id, uuid_floor(now() - interval '8 days'), contact_id, 'out', 'Old', 'gsm7', 1, line_id, phone_from, phone_to,
        'delivered', now() - interval '8 days' from message where body = 'One'`.execute(system)
    const { body } = await t.as(ann).call(lines)
    expect(body.lines[0]?.health).toEqual({
      ...{ sent: 4, deliveredPct: 50, failedPct: 50, filteredPct: 25, waiting: 0 },
      score: 'unknown',
    })
  } finally {
    await t.close()
  }
})

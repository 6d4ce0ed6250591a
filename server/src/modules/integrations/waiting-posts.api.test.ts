import { editChatChannel } from '@crewline/contract/integrations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeGroup } from '../../../test/kit/cast.ts'
import { chatChannelsOf } from '../../../test/kit/chat-channels.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { saveRun } from '../broadcasts/store/runs.ts'
import { systemScope } from '../hr/scope.ts'
import { withoutFlood } from './notice-rules.ts'
import { recordAll } from './recording.ts'
import { leaseChannel, releaseChannel } from './store/attempts.ts'

let t: TestApp
let kit: ReturnType<typeof chatChannelsOf>
beforeAll(async () => {
  t = await testApp()
  kit = chatChannelsOf(t)
})
beforeEach(() => kit.reset())
afterAll(async () => {
  await kit.egress.close()
  await t.close()
})

const edit = async (id: string, body: object) => {
  const answer = await kit.ann().call(editChatChannel, { query: { id }, body })
  expect(answer.http).toBe(200)
}

describe('posts that wait', () => {
  test('lose what people wrote once that is no longer shown', async () => {
    const simulated = await kit.chat.add('slack')
    const { id } = await kit.connect(simulated, { showsText: true })
    await kit.connectedAnHourAgo()
    await kit.waiting(50, { text: 'I am sick' })
    await recordAll(t.process.kernel)
    await edit(id, { showsText: false })
    await kit.post()
    const [text] = await kit.texts(simulated)
    expect(text).toContain('waited')
    expect(text).not.toContain('sick')
  })

  test('about people of other groups are dropped once the channel is limited to some', async () => {
    const simulated = await kit.chat.add('slack')
    const { id } = await kit.connect(simulated)
    await kit.connectedAnHourAgo()
    const [inside] = [await kit.waiting(50, { firstname: 'Inés' }), await kit.waiting(50, { firstname: 'Otto' })]
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'Narrow', [inside.id])
    await recordAll(t.process.kernel)
    await edit(id, { groupIds: [groupId] })
    await kit.post()
    expect((await kit.texts(simulated)).join('\n')).toMatch(/^Inés(?![\s\S]*Otto)/)
    // Further groups bring nothing of what happened before.
    await edit(id, { groupIds: null })
    await kit.deliver()
    expect(await kit.texts(simulated)).toHaveLength(1)
  })

  test('name no stranger by the end of a number, and mask a number that was typed as a name', async () => {
    const simulated = await kit.chat.add('slack')
    await kit.connect(simulated)
    await kit.connectedAnHourAgo()
    const stranger = await kit.waiting(50)
    await sql`
      update contact set source = 'inbound', firstname = 'Unknown', lastname = '(…1234)' where id = ${stranger.id}`.execute(
      kit.owner(),
    )
    await kit.waiting(49, { firstname: '415–555–2671' })
    await kit.deliver()
    const texts = (await kit.texts(simulated)).join('\n')
    expect(texts).toContain('A contact without a name has waited')
    expect(texts).toContain('•••71')
    expect(texts).not.toMatch(/1234|2671/)
  })

  test('are one for many voicemails at once', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        event: 'voicemail.left' as const,
        contactId: `c${at}`,
        contact: 'Ann',
        seconds: 7,
        subject: `voicemail|${at}`,
      }))
    expect(withoutFlood(of(3)).posted).toHaveLength(3)
    const { posted, merged } = withoutFlood(of(9))
    expect(posted).toMatchObject([{ event: 'voicemail.many', count: 9 }])
    expect(merged).toHaveLength(9)
  })
})

test('a pause on a later day of a run is posted', async () => {
  const simulated = await kit.chat.add('slack')
  await kit.connect(simulated, { events: ['broadcast.problem'] })
  const { world } = t.process.kernel
  const [broadcastId, runId] = [world.id(), world.id()]
  const content = '{"message":{"body":"x"},"schedule":{"mode":"now"}}'
  await sql`
    insert into broadcast (org_id, id, name, kind, state, content, searched, created_at, updated_at)
    values (${t.acme.id}, ${broadcastId}, 'Slow one', 'announcement', 'sending', ${content}, '', now(), now())`.execute(
    kit.owner(),
  )
  await sql`
    insert into broadcast_run (org_id, id, broadcast_id, occurrence, state, content, planned_at, starts_at, started_at)
    select ${t.acme.id}, ${runId}, ${broadcastId}, 'now', 'sending', ${content}, d, d, d
    from (select now() - interval '30 hours' as d) days`.execute(kit.owner())
  const scope = await systemScope(t.process.kernel, t.acme.id)
  await scope.tx((tx) => saveRun(tx, runId, { state: 'paused', pausedBy: 'carrier_filtered' }))
  await kit.deliver()
  expect(await kit.texts(simulated)).toEqual([expect.stringContaining('“Slow one” was paused')])
})

test('a process that stood still for longer than its lease neither goes on nor frees what another one took', async () => {
  const { id } = await kit.connect(await kit.chat.add('slack'))
  const now = t.process.kernel.world.now()
  const first = await leaseChannel(kit.system(), { id, now })
  const later = new Date(now.getTime() + 61_000)
  const second = await leaseChannel(kit.system(), { id, now: later })
  expect([first?.id, second?.id]).toEqual([id, id])
  if (!first || !second) return
  expect(await leaseChannel(kit.system(), { id, now: later, held: first })).toBeUndefined()
  await releaseChannel(kit.system(), first)
  expect(await leaseChannel(kit.system(), { id, now: later })).toBeUndefined()
  expect(await leaseChannel(kit.system(), { id, now: later, held: second })).toMatchObject({ id })
})

import { chatChannels, editChatChannel, integrations, testChatChannel } from '@crewline/contract/integrations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatChannelsOf } from '../../../test/kit/chat-channels.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeEgress } from '../../kernel/egress/send-outside.ts'
import { postDue } from './deliver.ts'
import { turnOffWithNotice } from './notices.ts'
import { problemOf } from './outcome-rules.ts'
import { recordAll } from './recording.ts'
import { recordAttempt } from './store/attempts.ts'

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

describe('failures', () => {
  test('of a busy service are retried after the time it asks for', async () => {
    const simulated = await kit.chat.add('slack')
    const { id } = await kit.connect(simulated)
    await kit.connectedAnHourAgo()
    await kit.chat.behaves(simulated.id, { limited: 1, retryAfter: 120 })
    await kit.waiting(55)
    await kit.deliver()
    expect(await kit.stateOf(id)).toMatchObject({ state: 'on', waiting: 1, problem: { kind: 'limited', http: 429 } })
    const { rows } = await sql<{ s: number }>`
      select extract(epoch from least(c.resume_at, p.next_at) - now())::int as s
      from chat_channel c join chat_post p on p.channel_id = c.id where c.id = ${id} and p.state = 'waiting'`.execute(
      kit.system(),
    )
    expect(rows[0]?.s).toBeGreaterThan(60)
    expect(rows[0]?.s).toBeLessThanOrEqual(120)
    await kit.makeDue()
    await kit.post()
    expect(await kit.stateOf(id)).toMatchObject({ waiting: 0, problem: null })
    expect(await kit.texts(simulated)).toHaveLength(1)
  })

  test.each([
    ['slack', { isRevoked: true }, 404],
    ['slack', { isArchived: true }, 410],
    ['teams', { isRevoked: true }, 404],
    ['teams', { key: 'rotated' }, 401],
  ] as const)('of %s that are final turn the channel off, with an email: %o', async (kind, how, http) => {
    const simulated = await kit.chat.add(kind)
    const { id } = await kit.connect(simulated)
    await kit.connectedAnHourAgo()
    await kit.chat.behaves(simulated.id, how)
    await kit.waiting(30 + http / 100)
    const before = (await t.mailsTo(t.acme.ann.email)).length
    await kit.deliver()
    await kit.deliver()
    expect(await kit.stateOf(id)).toMatchObject({ state: 'failed', waiting: 0, problem: { kind: 'gone', http } })
    const mails = await t.mailsTo(t.acme.ann.email)
    expect(mails.length).toBe(before + 1)
    expect(mails[0]?.subject).toMatch(/Posts to (Slack|Teams) stopped/)
    expect((await kit.ann().call(integrations)).body.integrations).toContainEqual({
      key: kind,
      state: 'reauth',
      system: null,
    })
    // Another URL turns it on again.
    const renewed = await kit.chat.add(kind)
    const edited = await kit.ann().call(editChatChannel, { query: { id }, body: { url: renewed.url } })
    expect(edited.body.channel).toMatchObject({ state: 'on', problem: null })
  })

  test('of a URL that was replaced meanwhile say nothing about the new one', async () => {
    const { id } = await kit.connect(await kit.chat.add('slack'))
    const channel = { orgId: t.acme.id, id, kind: 'slack' as const, sealedUrl: 'the former one' }
    const failed = { http: 404, problem: 'gone' as const, resumeAt: null }
    await recordAttempt(kit.system(), { ...channel, channelId: id, at: new Date(), ...failed })
    await turnOffWithNotice(t.process.kernel, channel, { isGone: true })
    expect(await kit.stateOf(id)).toMatchObject({ state: 'on', problem: null })
  })

  test('of a test keep the wait that the service asked for', async () => {
    const simulated = await kit.chat.add('slack')
    const { id } = await kit.connect(simulated)
    await kit.chat.behaves(simulated.id, { limited: 1, retryAfter: 120 })
    await kit.ann().call(testChatChannel, { params: { id }, body: {} })
    const { rows } = await sql<{ waits: boolean }>`
      select resume_at > now() + interval '1 minute' as waits from chat_channel where id = ${id}`.execute(kit.system())
    expect(rows).toEqual([{ waits: true }])
  })

  test.each([
    [408, 'down'],
    [425, 'down'],
    [400, 'refused'],
  ])('with status %i count as %s', (http, problem) => {
    expect(problemOf(http)).toBe(problem)
  })

  test('show at once in a test, with the reason', async () => {
    const simulated = await kit.chat.add('slack')
    const { id } = await kit.connect(simulated)
    await kit.chat.behaves(simulated.id, { isDown: true })
    const down = await kit.ann().call(testChatChannel, { params: { id }, body: {} })
    expect(down.body).toMatchObject({ problem: 'down', channel: { state: 'on', problem: { http: 500 } } })
    await kit.chat.behaves(simulated.id, { isDown: false, isRevoked: true })
    const gone = await kit.ann().call(testChatChannel, { params: { id }, body: {} })
    expect(gone.body).toMatchObject({ problem: 'gone', channel: { state: 'failed' } })
  })

  test('include a host at a private address, which gets no connection', async () => {
    const simulated = await kit.chat.add('slack')
    await kit.connect(simulated)
    await kit.connectedAnHourAgo()
    await kit.waiting(59)
    await recordAll(t.process.kernel)
    const strict = makeEgress({ allowsPrivate: false })
    await postDue(t.process.kernel, strict)
    await strict.close()
    expect((await kit.ann().call(chatChannels)).body.channels[0]).toMatchObject({
      problem: { kind: 'address_refused', http: null },
    })
    expect(await kit.texts(simulated)).toEqual([])
  })
})

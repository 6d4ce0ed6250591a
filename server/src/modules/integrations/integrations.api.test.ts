import { CHAT_CHANNELS_MAX } from '@crewline/contract/integration-limits'
import {
  chatChannels,
  ChatEvent,
  connectChatChannel,
  disconnectChatChannel,
  editChatChannel,
  integrations,
  testChatChannel,
} from '@crewline/contract/integrations'
import { eraseContact } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeGroup } from '../../../test/kit/cast.ts'
import { chatChannelsOf } from '../../../test/kit/chat-channels.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { postDue } from './deliver.ts'
import { recordAll, recordFromEvents } from './recording.ts'

let t: TestApp
let kit: ReturnType<typeof chatChannelsOf>
beforeAll(async () => {
  t = await testApp()
  kit = chatChannelsOf(t)
})
beforeEach(async () => {
  await kit.reset()
  await prove(t, t.acme.ann)
})
afterAll(async () => {
  await kit.egress.close()
  await t.close()
})

describe('a channel', () => {
  test.each(['slack', 'teams'] as const)('of %s is connected, tested, listed and disconnected', async (kind) => {
    const simulated = await kit.chat.add(kind)
    const channel = await kit.connect(simulated)
    expect(JSON.stringify(channel)).not.toContain(simulated.key)
    const stored = await sql<{ url: string }>`select url from chat_channel where id = ${channel.id}`.execute(
      kit.system(),
    )
    expect(stored.rows[0]?.url).not.toContain('simulated')
    const tested = await kit.ann().call(testChatChannel, { params: { id: channel.id }, body: {} })
    expect(tested.body.problem).toBe(null)
    expect(tested.body.channel.lastPostedAt).not.toBe(null)
    const [post] = (await kit.chat.channel(simulated.id)).posts
    expect(post?.lines.join(' ')).toContain('This channel is connected to Crewline')
    expect(post?.link).toContain('/dashboard/settings?tab=integrations')
    expect((await kit.ann().call(integrations)).body.integrations).toContainEqual({
      key: kind,
      state: 'connected',
      system: null,
    })
    expect((await t.as(t.beta.ann).call(chatChannels)).body.channels).toEqual([])
    const gone = await kit.ann().call(disconnectChatChannel, { query: { id: channel.id } })
    expect(gone.body.channels).toEqual([])
  })

  test('is managed by owners and admins of its organization only', async () => {
    const { id } = await kit.connect(await kit.chat.add('slack'))
    expect((await t.as(t.acme.gus).call(chatChannels)).body.code).toBe('not_permitted')
    const other = t.as(t.beta.ann)
    for (const answer of [
      await other.call(editChatChannel, { query: { id }, body: { name: 'Mine' } }),
      await other.call(disconnectChatChannel, { query: { id } }),
      await other.call(testChatChannel, { params: { id }, body: {} }),
    ])
      expect(answer.http).toBe(404)
  })

  test('takes only the webhooks of Slack and Microsoft, and says what to paste', async () => {
    const refused = async (kind: 'slack' | 'teams', url: string) => {
      const { body } = await kit.ann().call(connectChatChannel, {
        body: { kind, url, name: 'x', events: ['voicemail.left'] },
      })
      return body.fieldErrors?.['url']
    }
    for (const url of [
      ...[
        'http://hooks.slack.com/services/T/B/x',
        'https://hooks.slack.com.evil.test/services/T/B/x',
        'https://127.0.0.1/services/T/B/x',
      ],
      ...[
        'https://user:pw@hooks.slack.com/services/T/B/x',
        'https://hooks.slack.com:8443/services/T/B/x',
        'hooks',
        'javascript:alert(1)',
      ],
      ...[
        'https://hooks.slack.com/services/T/B',
        'https://169.254.169.254/latest/meta-data',
        `${t.process.address}/api/user/me`,
      ],
    ])
      expect({ url, error: await refused('slack', url) }).toMatchObject({
        error: expect.stringContaining('hooks.slack.com'),
      })
    expect(await refused('slack', 'https://hooks.slack.com/triggers/T/1/x')).toContain('workflow in Slack')
    expect(await refused('teams', 'https://contoso.webhook.office.com/webhookb2/x')).toContain('Create a workflow')
    for (const url of [
      'https://prod-1.westus.logic.azure.com/workflows/a/triggers/manual/paths/invoke',
      'https://logic.azure.com.evil.test/workflows/a/triggers/manual/paths/invoke?sig=x',
    ])
      expect(await refused('teams', url)).toContain('/workflows/')
    expect(
      await refused(
        'teams',
        'https://prod-1.westus.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=x',
      ),
    ).toBe(undefined)
  })

  test('is one of a limited number, also when many are added at once', async () => {
    const simulated = await kit.chat.add('slack')
    const answers = await Promise.all(
      Array.from({ length: CHAT_CHANNELS_MAX + 3 }, () =>
        kit.ann().call(connectChatChannel, {
          body: { kind: 'slack', url: simulated.url, name: 'x', events: ['voicemail.left'] },
        }),
      ),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(CHAT_CHANNELS_MAX)
    expect(answers.find(({ http }) => http !== 200)?.body.code).toBe('too_many')
  })
})

describe('posts', () => {
  test.each(['slack', 'teams'] as const)(
    'to %s name who waits too long, once, without number or text',
    async (kind) => {
      const simulated = await kit.chat.add(kind)
      await kit.connect(simulated, { waitMinutes: 15 })
      await kit.connectedAnHourAgo()
      const contact = await kit.waiting(20)
      await kit.waiting(10, { firstname: 'Early' })
      await kit.deliver()
      await kit.deliver()
      const posted = await kit.texts(simulated)
      expect(posted).toHaveLength(1)
      expect(posted[0]).toContain('Wanda')
      expect(posted[0]).toContain('15 minutes')
      expect(posted[0]).not.toMatch(/sick|415/)
      const [post] = (await kit.chat.channel(simulated.id)).posts
      expect(post?.link).toBe(`${t.process.kernel.config.publicUrl}/dashboard/inbox?conversation=${contact.id}`)
    },
  )

  test('contain what was written only where that is chosen, with numbers masked, and nothing is interpreted', async () => {
    const simulated = await kit.chat.add('slack')
    await kit.connect(simulated, { waitMinutes: 15, showsText: true })
    await kit.connectedAnHourAgo()
    await kit.waiting(20, { firstname: '<!channel> *Max*' })
    await kit.deliver()
    const [posted] = await kit.texts(simulated)
    expect(posted).toContain('I am sick')
    expect(posted).not.toContain('555')
    const [post] = (await kit.chat.channel(simulated.id)).posts
    expect(JSON.stringify(post?.payload)).toContain('&lt;!channel&gt;')
    // Everywhere else the name stands in plain text.
    const content = JSON.stringify(post?.payload).replaceAll('&lt;!channel&gt;', '')
    expect(content.match(/"type":"plain_text","text":"<!channel>/g)).toHaveLength(1)
    expect(content.match(/<!channel>/g)).toHaveLength(1)
  })

  test('about many people who wait are one, and a channel limited to groups gets only theirs', async () => {
    const [all, limited] = [await kit.chat.add('slack'), await kit.chat.add('teams')]
    const contacts = [
      await kit.waiting(40),
      await kit.waiting(41),
      await kit.waiting(42),
      await kit.waiting(43, { firstname: 'Nora' }),
    ]
    const groupId = await makeGroup(t.process.kernel, t.acme.id, 'North plant', [contacts[3]?.id ?? ''])
    await kit.connect(all)
    await kit.connect(limited, { groupIds: [groupId] })
    await kit.connectedAnHourAgo()
    await kit.deliver()
    await kit.deliver()
    expect(await kit.texts(all)).toEqual([expect.stringContaining('4 people have waited')])
    const [counted] = (await kit.chat.channel(all.id)).posts
    expect(counted?.link).toBe(`${t.process.kernel.config.publicUrl}/dashboard/inbox?status=unanswered`)
    expect(await kit.texts(limited)).toEqual([expect.stringContaining('Nora')])
  })

  test('tell of syncs, billing and broadcasts, and not of what happened before', async () => {
    const simulated = await kit.chat.add('slack')
    const addSync = () =>
      sql`insert into hr_sync (org_id, id, state, is_scheduled, created_at) values (${t.acme.id}, ${t.process.kernel.world.id()}, 'failed', true, now())`.execute(
        kit.owner(),
      )
    await addSync()
    const { id } = await kit.connect(simulated, { events: [...ChatEvent.options] })
    await kit.deliver()
    expect(await kit.texts(simulated)).toEqual([])
    await addSync()
    await sql`insert into billing_notice (org_id, key, at) values (${t.acme.id}, 'usage|2026-11-01|segments|80', now())`.execute(
      kit.owner(),
    )
    const broadcastId = t.process.kernel.world.id()
    const content = '{"message":{"body":"x"},"schedule":{"mode":"now"}}'
    await sql`
      insert into broadcast (org_id, id, name, kind, state, content, searched, created_at, updated_at)
      values (${t.acme.id}, ${broadcastId}, 'Safety drill', 'announcement', 'pending_approval', ${content}, '', now(), now())`.execute(
      kit.owner(),
    )
    await sql`
      insert into broadcast_run (org_id, id, broadcast_id, occurrence, state, paused_by, content, planned_at, starts_at, started_at)
      values (${t.acme.id}, ${t.process.kernel.world.id()}, ${broadcastId}, 'now', 'paused', 'opt_outs', ${content}, now(), now(), now())`.execute(
      kit.owner(),
    )
    await kit.deliver()
    const posted = (await kit.texts(simulated)).join('\n')
    for (const part of [
      'HR sync failed',
      '80%',
      '“Safety drill” was paused: many people opted out.',
      '“Safety drill” waits for an approval',
    ])
      expect(posted).toContain(part)
    expect(await kit.texts(simulated)).toHaveLength(4)
    // An event that is chosen later does not bring what happened before.
    await kit.ann().call(editChatChannel, { query: { id }, body: { events: ['voicemail.left'] } })
    await kit.ann().call(editChatChannel, { query: { id }, body: { events: [...ChatEvent.options] } })
    await kit.deliver()
    expect(await kit.texts(simulated)).toHaveLength(4)
  })

  test('tell of a voicemail soon after it was left', async () => {
    const simulated = await kit.chat.add('teams')
    await kit.connect(simulated, { events: ['voicemail.left'] })
    await t.carrier.calls(t.acme.bob.phone, t.acme.line.phone, { seconds: 7 })
    await t.until(async () => {
      await recordFromEvents(t.process.kernel)
      await kit.post()
      return (await kit.texts(simulated)).length > 0
    })
    expect(await kit.texts(simulated)).toEqual([expect.stringMatching(/^Bob Worker left a voicemail, 0:\d\d\n/)])
  })

  test('are recorded once by processes that look at the same time', async () => {
    const simulated = await kit.chat.add('slack')
    await kit.connect(simulated)
    await kit.connectedAnHourAgo()
    await kit.waiting(45)
    const other = await t.another('web')
    await Promise.all([t.process, other].flatMap(({ kernel }) => [recordAll(kernel), recordFromEvents(kernel)]))
    await Promise.all([kit.post(), postDue(other.kernel, kit.egress), postDue(other.kernel, kit.egress)])
    await kit.post()
    expect(await kit.texts(simulated)).toHaveLength(1)
  })

  test('of an erased contact are not sent, and a post that arrived keeps no text', async () => {
    const simulated = await kit.chat.add('slack')
    await kit.connect(simulated)
    await kit.connectedAnHourAgo()
    const contact = await kit.waiting(50)
    await recordAll(t.process.kernel)
    const erased = await kit
      .ann()
      .call(eraseContact, { body: { contactId: contact.id, reason: 'Asked', confirm: true } })
    expect(erased.http).toBe(200)
    await kit.waiting(51, { firstname: 'Later' })
    await kit.deliver()
    expect(await kit.texts(simulated)).toEqual([expect.stringContaining('Later')])
    const kept = await sql`select from chat_post where content is not null`.execute(kit.system())
    expect(kept.rows).toEqual([])
  })
})

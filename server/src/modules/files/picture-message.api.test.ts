import { openFile } from '@crewline/contract/files'
import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { fetchPending } from './index.ts'

describe.each(['simulated', 'twilio', 'telnyx'])('picture messages by %s', (carrier) => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp({ carrier })
  })
  afterAll(() => t.close())

  const thread = async (id: string) => (await t.as(t.acme.gus).call(conversation, { params: { id } })).body.messages

  test('shows an inbound photo in the conversation without its location', async () => {
    const { bob, line } = t.acme
    const files = [
      { bytes: await photo(300, 200), mime: 'image/jpeg' },
      {
        bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        mime: 'image/png',
      },
    ]
    await t.carrier.sendsFiles(bob.phone, files, { body: 'The leak', to: line.phone })
    const [waiting] = await t.until(async () => (await thread(bob.id)).length > 0 && thread(bob.id))
    expect(waiting?.media).toMatchObject([{ state: 'pending', url: null }, { state: 'pending' }])
    // A fetch that failed is tried again later.
    const ready = await t.until(async () => {
      await fetchPending(t.process.kernel)
      const [message] = await thread(bob.id)
      return message?.media.every(({ state }) => state !== 'pending') && message
    })
    expect(ready).toMatchObject({
      body: 'The leak',
      media: [
        { state: 'ready', width: 200 },
        { state: 'refused', url: null },
      ],
    })
    const answer = await fetch(new URL(ready.media[0]?.url as string, t.process.address))
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).exif).toBeUndefined()
  })

  test('delivers a photo of a member to the phone and can send it only once', async () => {
    const { cat } = t.acme
    const file = (await upload(t, t.acme.gus, await photo(300, 200), 'map.jpg')).body.file
    const send = () =>
      t.as(t.acme.gus).call(sendMessage, { body: { contactId: cat.id, body: 'Gate 4', mediaIds: [file.id] } })
    const sent = await send()
    expect(sent.body.message.media).toMatchObject([{ id: file.id, state: 'ready' }])
    await t.drain()
    const arrived = (await t.carrier.onPhone(cat.phone)).find((message) => message.body === 'Gate 4')
    expect(arrived?.media).toMatchObject([{ mime: 'image/jpeg' }])
    const bytes = await t.carrier.file(arrived?.media[0]?.id as string)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 300 })
    expect(
      (
        await t
          .as(t.acme.gus)
          .call(sendMessage, { body: { contactId: t.acme.dan.id, body: 'Again', mediaIds: [file.id] } })
      ).body.code,
    ).toBe('file_unknown')
  })

  test('lets a member with group scope send their upload to a visible contact', async () => {
    const { kernel } = t.process
    const { bob, id } = t.acme
    const sam = await makeUser(kernel, id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
    await limitTo(kernel, sam, [await makeGroup(kernel, id, 'Mine', [bob.id])])
    const mine = (await upload(t, sam, await photo(30, 20))).body.file
    const theirs = (await upload(t, t.acme.gus, await photo(30, 20))).body.file
    const send = (mediaIds: string[]) =>
      t.as(sam).call(sendMessage, { body: { contactId: bob.id, body: 'Yours', mediaIds } })
    expect((await send([theirs.id])).body.code).toBe('file_unknown')
    expect((await send([mine.id])).body.message.media).toMatchObject([{ id: mine.id, state: 'ready' }])
    const reopened = await t.as(sam).call(openFile, { params: { id: mine.id } })
    expect(reopened.body.file.id).toBe(mine.id)
    await t.drain()
  })
})

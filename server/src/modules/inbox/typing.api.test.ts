import type { Typing } from '@crewline/contract/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { listen, type Ear } from '../../../test/kit/sockets.ts'

let t: House
let elsewhere: string
beforeAll(async () => {
  t = await house({ roles: 'web' })
  elsewhere = (await t.another('web')).address
})
afterAll(() => t.close())

const write = (ear: Ear, contactId: string, isTyping = true) => ear.socket.emit('typing', { contactId, isTyping })
const heard = (ear: Ear) => ear.all('typing') as Typing[]

test('teammates who see the inbox hear who writes to whom, in every process; the tab it came from hears nothing', async () => {
  const { ann, gus, vic, bob } = t.acme
  const author = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Art', lastname: 'Acme', role: 'author' })
  const [tab, otherTab, viewer, agent] = [
    await t.heard(ann),
    await t.heard(ann),
    await t.heard(vic),
    await listen(elsewhere, gus.token),
  ]
  const deaf = [await t.heard(author), await t.heard(t.beta.ann), await listen(elsewhere, t.beta.gus.token)]
  write(tab, bob.id)
  for (const ear of [otherTab, viewer, agent])
    expect(await ear.next<Typing>('typing')).toEqual({
      contactId: bob.id,
      user: 'Ann Acme',
      userId: ann.id,
      isTyping: true,
      at: expect.any(String) as string,
    })
  write(tab, bob.id, false)
  for (const ear of [otherTab, viewer, agent])
    expect(await ear.next<Typing>('typing')).toMatchObject({ contactId: bob.id, isTyping: false })
  for (const ear of [tab, ...deaf]) expect(heard(ear)).toEqual([])
  for (const ear of [agent, deaf[2] as Ear]) ear.close()
})

test('whoever may not reply, a worker of another organization, and words that mean nothing are ignored', async () => {
  const [viewer, agent, owner] = [await t.heard(t.acme.vic), await t.heard(t.acme.gus), await t.heard(t.acme.ann)]
  write(viewer, t.acme.bob.id)
  write(agent, t.beta.bob.id)
  for (const junk of [null, 'x', 7, [], {}, { contactId: 'x', isTyping: true }, { contactId: t.acme.bob.id }])
    agent.socket.emit('typing', junk)
  agent.socket.emit('typing', { contactId: t.acme.cat.id, isTyping: true, user: 'Somebody Else', userId: 'x' })
  expect(await owner.next<Typing>('typing')).toMatchObject({ contactId: t.acme.cat.id, user: 'Gus Acme' })
  expect(heard(owner)).toHaveLength(1)
})

test('one socket says at most every two seconds that it writes to the same worker; stopping is said at once', async () => {
  const [writer, reader] = [await t.heard(t.acme.gus), await t.heard(t.acme.ann)]
  const { bob, dan } = t.acme
  for (let n = 0; n < 6; n++) write(writer, bob.id)
  await reader.next<Typing>('typing')
  write(writer, dan.id)
  await reader.next<Typing>('typing', (one) => one.contactId === dan.id)
  write(writer, bob.id, false)
  await reader.next<Typing>('typing', (one) => !one.isTyping)
  expect(heard(reader).map(({ contactId, isTyping }) => [contactId, isTyping])).toEqual([
    [bob.id, true],
    [dan.id, true],
    [bob.id, false],
  ])
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  write(writer, bob.id)
  await reader.next<Typing>('typing', (one) => one.isTyping && one.contactId === bob.id)
  expect(heard(reader)).toHaveLength(4)
})

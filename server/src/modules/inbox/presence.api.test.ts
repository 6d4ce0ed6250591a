import type { Presence } from '@crewline/contract/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { listen, type Ear } from '../../../test/kit/sockets.ts'

let t: House
let elsewhere: string
beforeAll(async () => {
  t = await house({ roles: 'web' })
  elsewhere = (await t.another('web')).address
})
afterAll(() => t.close())

const look = (ear: Ear, contactId: string | null) => ear.socket.emit('presence', { contactId })
/** The next list of a conversation that holds exactly these people. */
const seen = (ear: Ear, contactId: string, names: string[]) =>
  ear.next<Presence>(
    'presence',
    (one) => one.contactId === contactId && one.viewers.map((viewer) => viewer.name).join() === names.join(),
  )

test('who looks at a conversation is known to all who see it, in every process; also to who comes later', async () => {
  const { ann, gus, vic, bob, cat } = t.acme
  const [here, there] = [await t.heard(ann), await listen(elsewhere, gus.token)]
  const author = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Art', lastname: 'Acme', role: 'author' })
  const deaf = [await t.heard(author), await t.heard(t.beta.ann)]
  look(here, bob.id)
  for (const ear of [here, there]) await seen(ear, bob.id, ['Ann Acme'])
  look(there, bob.id)
  for (const ear of [here, there]) await seen(ear, bob.id, ['Ann Acme', 'Gus Acme'])
  const late = await t.heard(vic)
  look(late, bob.id)
  for (const ear of [here, there, late]) await seen(ear, bob.id, ['Ann Acme', 'Gus Acme', 'Vic Acme'])
  look(there, cat.id)
  for (const ear of [here, late]) {
    await seen(ear, bob.id, ['Ann Acme', 'Vic Acme'])
    await seen(ear, cat.id, ['Gus Acme'])
  }
  look(here, null)
  await seen(late, bob.id, ['Vic Acme'])
  there.close()
  await seen(late, cat.id, [])
  for (const ear of deaf) expect(ear.all('presence')).toEqual([])
  late.close()
  await seen(here, bob.id, [])
})

test('two tabs of one person are one viewer, who stays until the last one goes', async () => {
  const { ann, gus, dan } = t.acme
  const [tab, otherTab, teammate] = [await t.heard(ann), await t.heard(ann), await t.heard(gus)]
  look(tab, dan.id)
  look(otherTab, dan.id)
  await seen(teammate, dan.id, ['Ann Acme'])
  await seen(teammate, dan.id, ['Ann Acme'])
  tab.close()
  await seen(teammate, dan.id, ['Ann Acme'])
  look(otherTab, null)
  await seen(teammate, dan.id, [])
})

test('words that mean nothing, workers elsewhere and out of sight are ignored', async () => {
  const { ann, gus, bob, cat } = t.acme
  const { kernel } = t.process
  const sam = await makePerson(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
  await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, 'Mine', [bob.id])])
  const [narrow, wide, other] = [await t.heard(sam), await t.heard(ann), await t.heard(gus)]
  for (const junk of [null, 'x', 7, [], {}, { contactId: 'x' }, { contactId: t.beta.bob.id }, { contactId: cat.id }])
    narrow.socket.emit('presence', junk)
  look(other, cat.id)
  await seen(wide, cat.id, ['Gus Acme'])
  look(narrow, bob.id)
  await seen(wide, bob.id, ['Sam Acme'])
  await seen(narrow, bob.id, ['Sam Acme'])
  expect((narrow.all('presence') as Presence[]).every((one) => one.contactId === bob.id)).toBe(true)
})

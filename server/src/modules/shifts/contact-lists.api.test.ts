import { countContacts, groupContacts } from '@crewline/contract/audience'
import { createGroup } from '@crewline/contract/groups'
import { setContactShift, setGroupShift } from '@crewline/contract/shifts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, makeGroup } from '../../../test/kit/cast.ts'
import { hoursLater, hoursNow, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let early: string
let nights: string

/** Ona has a shift of her own, Oke one through a group, Ori none although the group has one. */
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  ;[early, nights] = [await makeShift(t, 'Early', hoursNow()), await makeShift(t, 'Nights', hoursLater())]
  const { kernel } = t.process
  const ids: Record<string, string> = {}
  for (const [nth, name] of ['Ona', 'Oke', 'Ori', 'Ulf'].entries())
    ids[name] = (await makeContact(kernel, t.acme.id, name, `+1415555780${nth}`)).id
  const groupId = await makeGroup(kernel, t.acme.id, 'Crew', [ids['Ona'] ?? '', ids['Oke'] ?? '', ids['Ori'] ?? ''])
  await ann().call(setGroupShift, { query: { groupId }, body: { shiftId: nights } })
  const choose = (name: string, choice: object) =>
    ann().call(setContactShift, { query: { contactId: ids[name] ?? '' }, body: { choice: choice as never } })
  await choose('Ona', { kind: 'shift', shiftId: early })
  await choose('Ori', { kind: 'any_time' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const rule = (cmp: string, value?: string[]) => ({
  op: 'and' as const,
  children: [{ field: 'shift', cmp, ...(value && { value }) }],
})
const listed = async (cmp: string, value?: string[]) => {
  const { body } = await ann().call(groupContacts, { query: { filter: JSON.stringify(rule(cmp, value)) } })
  return body.data.map(({ firstname }) => firstname).filter((name) => ['Ona', 'Oke', 'Ori', 'Ulf'].includes(name))
}

test('lists contacts with the shifts that apply to them', async () => {
  const { body } = await ann().call(groupContacts, { query: { search: 'o' } })
  const shiftsOf = Object.fromEntries(
    body.data.map(({ firstname, shifts }) => [firstname, shifts.map(({ name }) => name)]),
  )
  expect(shiftsOf).toMatchObject({ Ona: ['Early'], Oke: ['Nights'], Ori: [] })
})

test('filters by the shifts that apply', async () => {
  expect(await listed('in', [early])).toEqual(['Ona'])
  expect(await listed('in', [early, nights])).toEqual(['Oke', 'Ona'])
  expect(await listed('not_in', [nights])).toEqual(['Ona', 'Ori', 'Ulf'])
  expect(await listed('empty')).toEqual(['Ori', 'Ulf'])
  expect(await listed('not_empty')).toEqual(['Oke', 'Ona'])
  const selection = { selectedAll: true, audience: { filter: rule('not_empty') } }
  expect((await ann().call(countContacts, { body: selection })).body.count).toBe(2)
})

test('refuses what names no shift, and smart groups by shift', async () => {
  const wrong = await ann().call(groupContacts, { query: { filter: JSON.stringify(rule('in', ['Early'])) } })
  expect(wrong).toMatchObject({ http: 400, body: { fieldErrors: { 'filter.children.0.value': expect.any(String) } } })
  const smart = { name: 'Early birds', type: 'dynamic' as const, filter: rule('in', [early]) as never }
  expect(await ann().call(createGroup, { body: smart })).toMatchObject({
    http: 400,
    body: { fieldErrors: { filter: expect.stringContaining('shifts') } },
  })
})

import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { celebrationsSoon, comingCelebrations, type CelebrationAudience } from '@crewline/contract/celebrations'
import { celebrationCalendar } from '@crewline/contract/coming'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { addPerson, makeCelebration, turnOnAt } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

// A member who sees some groups sees some of the people of a celebration, whichever groups it names.

let t: TestApp
let lin: TestUser
let [night, far]: string[] = []
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const birthday = daysAfter(dayIn('UTC', new Date()), 4).slice(5)
  const add = (name: string) => addPerson(t, name, { birthday, timezone: 'UTC' })
  const [both, onlyNight, onlyFar] = [await add('Both'), await add('Night'), await add('Far')]
  night = await makeGroup(t.process.kernel, t.acme.id, 'Night', [both, onlyNight])
  far = await makeGroup(t.process.kernel, t.acme.id, 'Far', [both, onlyFar])
  lin = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lin', lastname: 'Lim', role: 'manager' })
  await limitTo(t.process.kernel, lin, [night])
})
afterAll(() => t.close())

/** Whom each of the three places names to a member, by first name. */
async function namesFor(user: TestUser, id: string): Promise<string[][]> {
  const coming = (await t.as(user).call(comingCelebrations, { query: { id } })).body.data
  const { days } = (await t.as(user).call(celebrationCalendar, { query: { id } })).body
  const { people } = (await t.as(user).call(celebrationsSoon, {})).body
  const soon = people.filter(({ celebrationId }) => celebrationId === id)
  return [coming, days.flatMap((day) => day.people), soon].map((rows) =>
    rows.map(({ name }) => name.replace(' Worker', '')).toSorted(),
  )
}

test.each([
  ['left out', (): Partial<CelebrationAudience> => ({ excludeGroupIds: [far ?? ''] }), ['Night'], ['Night']],
  [
    'chosen',
    (): Partial<CelebrationAudience> => ({ everyone: false, groupIds: [far ?? ''] }),
    ['Both', 'Far'],
    ['Both'],
  ],
])(
  'people of a %s group that a member does not see are named as they are celebrated',
  async (_which, more, all, seen) => {
    const audience = { everyone: true, groupIds: [], excludeGroupIds: [], ...more() }
    const id = await makeCelebration(t, { audience })
    await turnOnAt(t, id, new Date())
    expect(await namesFor(t.acme.ann, id)).toEqual([all, all, all])
    expect(await namesFor(lin, id)).toEqual([seen, seen, seen])
  },
)

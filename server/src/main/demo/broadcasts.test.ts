import { RecipientFilter } from '@crewline/contract/results'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededDemo, type SeededDemo } from '../../../test/kit/demo.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { page, read } from '../../modules/broadcasts/drafts.ts'
import { followOutcomes, startDue, takeRemindingStep, takeSendingStep } from '../../modules/broadcasts/index.ts'
import { analytics } from '../../modules/broadcasts/results-figures.ts'
import { clicks, ledger, recipients, replies } from '../../modules/broadcasts/results.ts'
import { runsOf } from '../../modules/broadcasts/views/broadcasts.ts'
import { organizationOf } from '../../modules/organizations/index.ts'
import { memberByEmail } from './broadcast-members.ts'

let demo: SeededDemo
let scope: Scope
let ids: Map<string, string>

beforeAll(async () => {
  demo = await seededDemo()
  const { kernel } = demo
  const acme = await sql<{ id: string }>`select id from organization where slug = 'acme-foods'`.execute(demo.system)
  const orgId = acme.rows[0]?.id ?? ''
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const owner = await memberByEmail(kernel, orgId, 'owner@demo.test')
  scope = makeScope(
    kernel,
    organization,
    { kind: 'member', ...owner, scope: 'all', sessionId: '', locale: 'en' },
    'a test',
  )
  ids = new Map((await listed()).map(({ id, name }) => [name, id]))
})

afterAll(() => demo.close())

const listed = async () => (await page(scope, { page: 1, pageSize: 50, searchText: '', status: 'all' })).data
const broadcast = (name: string) => read(scope, ids.get(name) ?? '')

/** The names of those with a run. */
const SENT = [
  'Monday safety walk',
  'Open enrollment, night shift',
  'Saturday overtime',
  'New forklift route at the docks',
  'Parking lot C is closed',
]
const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
const firstPage = { page: 1, pageSize: 50 }

describe('the broadcasts of the demo', () => {
  test('has a broadcast in each stage of its life', async () => {
    const states = new Map((await listed()).map(({ name, kind, state }) => [name, `${kind} ${state}`]))
    expect(Object.fromEntries(states)).toEqual({
      'Monday safety walk': 'announcement recurring',
      'Open enrollment, night shift': 'announcement sent',
      'Saturday overtime': 'poll sent',
      'New forklift route at the docks': 'acknowledgement sent',
      'Parking lot C is closed': 'announcement paused',
      'Holiday hours': 'announcement scheduled',
      'Family picnic': 'announcement pending_approval',
    })
    expect(await runsOf(scope.db, ids.get('Monday safety walk') ?? '', 5)).toHaveLength(2)
    const next = await Promise.all(
      ['Monday safety walk', 'Holiday hours'].map(async (name) => (await broadcast(name)).nextAt),
    )
    expect(next.filter((at) => at === null || new Date(at) <= new Date())).toEqual([])
  })

  test('has results worth looking at', async () => {
    const { counts } = await broadcast('Open enrollment, night shift')
    expect(counts.delivered).toBeGreaterThan(150)
    for (const figure of ['blocked', 'notDelivered', 'replied', 'clicked'] as const)
      expect({ figure, count: counts[figure] }).not.toEqual({ figure, count: 0 })
    for (const name of ['Saturday overtime', 'New forklift route at the docks'])
      expect((await broadcast(name)).counts.answered).toBeGreaterThan(40)
    const { run, counts: paused } = await broadcast('Parking lot C is closed')
    expect(run).toMatchObject({ state: 'paused', pausedBy: 'member' })
    expect(paused.handedOff).toBe(120)
    expect(paused.waiting).toBeGreaterThan(100)
  })

  test.each(SENT)('shows as many people in each list of “%s” as its figures say', async (name) => {
    const { id, counts, run } = await broadcast(name)
    const total = async (filter: RecipientFilter) =>
      (await recipients(scope, { id }, { ...firstPage, filter, search: '' })).total
    const lengths = Object.fromEntries(
      await Promise.all(RecipientFilter.options.map(async (filter) => [filter, await total(filter)] as const)),
    )
    expect(lengths).toMatchObject({
      all: counts.targeted,
      recipients: counts.recipients,
      waiting: counts.waiting,
      handed_off: counts.handedOff,
      delivered: counts.delivered,
      not_delivered: counts.notDelivered,
      blocked: counts.blocked,
      replied: counts.replied,
      clicked: counts.clicked,
      answered: counts.answered,
      opted_out: counts.optedOut,
    })
    expect((await clicks(scope, { broadcastId: id }, { ...firstPage, clicked: true })).total).toBe(counts.clicked)
    const answers = await replies(scope, { id }, { ...firstPage, onlyWaiting: false })
    expect(answers.total).toBe(counts.replied)
    expect(answers.data.filter((reply) => reply.body === '')).toEqual([])
    const { reached, waiting, actions, unexplained } = await ledger(scope, { id }, {})
    expect(unexplained).toBe(0)
    // Those on their way count as waiting in the ledger.
    expect(reached + waiting + sumOf(actions.map(({ count }) => count))).toBe(counts.targeted)
    const figures = await analytics(scope, { broadcastId: id })
    expect(figures.summary).toEqual(run?.counts)
    expect(sumOf(figures.causes.map(({ count }) => count))).toBe(counts.notDelivered)
    expect(sumOf(figures.links.map(({ people }) => people))).toBe(counts.clicked)
    const polled = { answers: counts.answered, chosen: counts.answered }
    const { poll } = figures
    expect(poll && { answers: poll.answers, chosen: sumOf(poll.options.map(({ count }) => count)) }).toEqual(
      name === 'Saturday overtime' ? polled : null,
    )
  })

  test('has each text in its thread, with the batch and the state that the broadcast shows', async () => {
    const mismatches = await sql`
      select p.contact_id from broadcast_recipient p left join message m on m.org_id = p.org_id and m.id = p.message_id
      where p.state not in ('blocked', 'pending') and (m.id is null or m.contact_id <> p.contact_id or m.batch_id <> p.run_id
        or m.state <> p.state or m.error_code is distinct from p.error_code or m.phone_to <> p.phone or m.kind <> 'broadcast')`.execute(
      demo.system,
    )
    expect(mismatches.rows).toEqual([])
    const unmatched = await sql`
      select m.id from message m where m.batch_id is not null and m.direction = 'out' and not exists (
        select from broadcast_recipient p where p.org_id = m.org_id and p.message_id = m.id)`.execute(demo.system)
    expect(unmatched.rows).toEqual([])
    const wrongTallies = await sql`
      select t.run_id, t.key, t.n from broadcast_tally t where t.key like 'state:%' and t.n <> (
        select count(*) from broadcast_recipient p where p.org_id = t.org_id and p.run_id = t.run_id and 'state:' || p.state = t.key)`.execute(
      demo.system,
    )
    expect(wrongTallies.rows).toEqual([])
  })

  test('sends nothing by itself on the first start', async () => {
    const figures = () => Promise.all(SENT.map(async (name) => (await broadcast(name)).counts))
    const before = await figures()
    expect(await startDue(demo.kernel)).toBe(false)
    expect(await takeSendingStep(demo.kernel)).toBe(false)
    expect(await takeRemindingStep(demo.kernel)).toBe(false)
    while ((await followOutcomes(demo.kernel)) > 0);
    expect(await figures()).toEqual(before)
    const due = await sql`select from outgoing_chunk where batch_id is not null`.execute(demo.system)
    expect(due.rows).toEqual([])
  })
})

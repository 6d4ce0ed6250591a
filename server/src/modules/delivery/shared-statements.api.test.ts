import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { SendOutcome } from '../carriers/index.ts'
import { addLine, linesNotSending } from '../lines/index.ts'
import { LANE, queue, statesOf, type Waiting } from '../messages/index.ts'
import { sharedStatements, type SharedStatements } from './shared-statements.ts'

const LINES = 3
const EACH = 2

let t: TestApp
let scope: Scope
let statements: SharedStatements
const lines: { id: string; phone: string }[] = []
beforeAll(async () => {
  // Without a sender: only the test hands off.
  t = await testApp({ roles: 'web' })
  const { kernel } = t.process
  scope = systemScope(kernel, t.acme)
  statements = sharedStatements(kernel, scope)
  const secret = kernel.world.bytes(16).toString('hex')
  const base = { orgId: t.acme.id, carrier: 'simulated', textsPerSecond: 10 }
  for (let nth = 0; nth < LINES; nth++) {
    const line = { id: kernel.world.id(), phone: `+1312555018${nth}`, label: `Line ${nth}` }
    const credentials = { account: 'test', key: kernel.world.bytes(16).toString('hex'), secret }
    const system = kernel.database.asSystem('tests add lines')
    await addLine(system, kernel.encryption, { ...base, ...line, credentials }, kernel.world.now())
    lines.push(line)
  }
})
afterAll(() => t.close())

let waiting: string[][]
let people = 0
/** Two texts wait on each line. */
beforeEach(async () => {
  const { world } = t.process.kernel
  const drafts: Parameters<typeof queue>[2] = []
  for (const line of lines)
    for (let nth = 0; nth < EACH; nth++) {
      const to = `+1415556${String(1_000 + people++)}`
      const { id: contactId } = await makeContact(t.process.kernel, t.acme.id, `Worker${people}`, to)
      const base = { kind: 'broadcast' as const, senderId: null, body: 'Hello' }
      drafts.push({ ...base, id: world.id(), contactId, lineId: line.id, from: line.phone, to })
    }
  await scope.tx((tx) => queue(tx, LANE.broadcast, drafts))
  waiting = lines.map(({ id }) => drafts.filter(({ lineId }) => lineId === id).map((draft) => draft.id))
})

const statesNow = async () => {
  const states = await statesOf(scope.db, waiting.flat())
  const byId = new Map(states.map(({ id, state }) => [id, state]))
  return waiting.map((ids) => ids.map((id) => byId.get(id)))
}
const accepted: SendOutcome = { kind: 'accepted', carrierId: 'SM1' }
const finished = (text: Waiting, line: number, outcome: SendOutcome = accepted) => ({
  text,
  outcome,
  lineId: lines[line]?.id ?? '',
  canAsk: true,
})
const markAll = () => Promise.all(waiting.map((ids) => statements.mark(ids)))

test('marks the texts of lines that ask meanwhile in one transaction, and gives each line its own', async () => {
  const transactions = vi.spyOn(scope, 'tx')
  const marked = await markAll()
  expect(transactions).toHaveBeenCalledTimes(2)
  transactions.mockRestore()
  expect(marked.map((texts) => texts.map(({ id }) => id))).toEqual(waiting)
  expect(await statesNow()).toEqual(lines.map(() => ['submitting', 'submitting']))
})

test('gives each text out once, however often it is asked for meanwhile', async () => {
  const [first = [], second = []] = waiting
  const marked = await Promise.all([
    statements.mark(first.slice(0, 1)),
    statements.mark([...first, ...second, ...second]),
    statements.mark(second),
  ])
  const ids = marked.flat().map(({ id }) => id)
  expect(ids.toSorted()).toEqual([...first, ...second].toSorted())
})

test('does not take texts for finished whose marking was committed although the connection ended', async () => {
  const lost = new Error('Connection terminated unexpectedly')
  const working = { ...scope }
  const broken = vi.spyOn(scope, 'tx')
  broken.mockImplementation(async (work) => {
    await working.tx(work)
    throw lost
  })
  const results = await Promise.allSettled(waiting.map((ids) => statements.mark(ids)))
  expect(results).toEqual(waiting.map(() => ({ status: 'rejected', reason: lost })))
  expect(broken).toHaveBeenCalledTimes(2)
  broken.mockRestore()
  expect(await statesNow()).toEqual(lines.map(() => ['submitting', 'submitting']))
})

test('finds the chunks of each line that asks, without those it has', async () => {
  const ask = (except: string[]) =>
    Promise.all(lines.map(({ id }) => statements.findDue({ lineId: id, except, most: 10 })))
  const found = await ask([])
  const newest = found.map((chunks) => chunks.at(-1))
  expect(newest.map((chunk) => chunk?.messageIds)).toEqual(waiting)
  const others = await ask(newest.map((chunk) => chunk?.id ?? ''))
  expect(others.map((chunks) => chunks.length)).toEqual(found.map((chunks) => chunks.length - 1))
  const [one, again] = await Promise.all([
    ask([]),
    statements.findDue({ lineId: lines[0]?.id ?? '', except: [], most: 1 }),
  ])
  expect(again).toEqual(one[0]?.slice(0, 1))
})

test('stores the outcomes of the other lines when one cannot be stored', async () => {
  const marked = await markAll()
  const damaged = { ...marked[1]?.[0], id: 'no id' } as Waiting
  const results = await Promise.allSettled([
    ...marked.map((texts, line) => statements.record(finished(texts[0] as Waiting, line))),
    statements.record(finished(damaged, 1)),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(await statesNow()).toEqual(lines.map(() => ['submitted', 'submitting']))
})

test('pauses only the line whose carrier no longer allows it to send', async () => {
  const marked = await markAll()
  const refused: SendOutcome = { kind: 'refused', code: '30002' }
  const outcomeOf = (line: number) => (line === 2 ? refused : accepted)
  const isPaused = await Promise.all(
    marked.map((texts, line) => statements.record(finished(texts[0] as Waiting, line, outcomeOf(line)))),
  )
  expect(isPaused).toEqual([false, false, true])
  const ids = lines.map(({ id }) => id)
  expect(await linesNotSending(t.process.kernel.database.asSystem('tests read lines'), ids)).toEqual(new Set([ids[2]]))
  expect(await statesNow()).toEqual([
    ['submitted', 'submitting'],
    ['submitted', 'submitting'],
    ['queued', 'submitting'],
  ])
})

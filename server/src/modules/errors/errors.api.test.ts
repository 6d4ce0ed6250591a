import { hostname } from 'node:os'
import { tellErrors, type PageError } from '@crewline/contract/errors'
import { editContact } from '@crewline/contract/contacts'
import {
  ERROR_REPORTS_PER_ADDRESS_MINUTE,
  ERROR_REPORTS_PER_SESSION_MINUTE,
  PAGE_ERRORS_BYTES,
} from '@crewline/contract/error-shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeSentry, type FakeSentry } from '../../../test/kit/fake-sentry.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { readConfig } from '../../kernel/config.ts'
import { openReporter, type ErrorReporter } from '../../kernel/errors/reporter.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import { openJobs } from '../../kernel/jobs/queues.ts'
import { startCrons } from '../../kernel/jobs/runner.ts'
import { makeLog } from '../../kernel/log.ts'
import { realWorld } from '../../kernel/world.ts'

/** A number, a name, an email, message text and a token: none of it may reach an outside service. */
const PLANTED = ['+14155550123', '4155550123', 'Rosalinda', 'rosalinda@acme.example', 'see you at six', 'crew_s3cr3t']

const lines: string[] = []
let t: TestApp
let sentry: FakeSentry
let reporter: ErrorReporter

beforeAll(async () => {
  sentry = await fakeSentry()
  reporter = await openReporter(
    readConfig({ DATABASE_URL: 'x', SIMULATORS: '1', SENTRY_DSN: sentry.dsn }),
    realWorld(),
    '1.2.3',
  )
  const log = makeLog('warn', { write: (line) => lines.push(line) }, reporter.report)
  t = await testApp({ log, settings: { TRUSTED_PROXIES: '1' } })
})
beforeEach(() => {
  lines.length = 0
})
afterAll(async () => {
  await t.close()
  await sentry.close()
})

let addresses = 0
const from = () => ({ 'x-forwarded-for': `10.9.8.${++addresses}` })
const pageError = (overrides: Partial<PageError> = {}): PageError => ({
  what: 'an uncaught error',
  type: 'TypeError',
  frames: ['/assets/base-Dk3j_x.js:1:2345', '/assets/InboxScreen-a1.js:7:89'],
  page: 'inbox',
  times: 3,
  ...overrides,
})
const report = (errors: PageError[], headers: Record<string, string> = from()) =>
  t.as(null).call(tellErrors, { body: { version: '1.2.0', errors }, headers })
const eventOf = (matches: (event: FakeSentry['events'] extends () => (infer E)[] ? E : never) => boolean) =>
  t.until(async () => sentry.events().find(matches))

test('logs a page error and forwards it to the error service with its stack and version', async () => {
  expect(await report([pageError()])).toMatchObject({ http: 200, body: { status: 'OK' } })
  const [line] = lines.map((json) => JSON.parse(json) as Record<string, unknown>)
  expect(line).toMatchObject({
    level: 40,
    msg: 'page: an error was reported',
    what: 'an uncaught error',
    page: 'inbox',
    version: '1.2.0',
    times: 3,
    err: { type: 'TypeError', stack: expect.stringContaining('/assets/InboxScreen-a1.js:7:89') as string },
  })
  const event = await eventOf(({ tags }) => tags['page'] === 'inbox')
  expect(event).toMatchObject({
    level: 'warning',
    platform: 'javascript',
    release: 'crewline@1.2.0',
    extra: { times: 3 },
  })
  expect(event.exception?.values).toMatchObject([{ type: 'TypeError', value: 'an uncaught error' }])
  expect(event.exception?.values[0]?.stacktrace.frames.at(-1)).toMatchObject({
    filename: '/assets/base-Dk3j_x.js',
    lineno: 1,
    colno: 2345,
    in_app: true,
  })
})

test('rejects personal data in every field of a report', async () => {
  for (const invalid of [...PLANTED, '/dashboard/inbox?token=crew_s3cr3t#x', 'https://x.example/assets/a.js:1:2'])
    for (const field of ['what', 'type', 'code', 'page'])
      expect((await report([{ ...pageError(), [field]: invalid }])).http, `${field}: ${invalid}`).toBe(400)
  for (const frame of [
    'https://acme.example/assets/a.js:1:2',
    '/assets/a.js?token=crew_s3cr3t:1:2',
    '/dashboard/inbox/4155550123:1:2',
    '/assets/../../4155550123.js',
    'see you at six',
  ])
    expect((await report([pageError({ frames: [frame] })])).http).toBe(400)
  const unknown = { ...pageError(), message: 'see you at six' } as PageError
  expect((await report([unknown])).http).toBe(400)
  expect(lines.filter((line) => line.includes('page: an error'))).toEqual([])
  for (const secret of PLANTED) expect(lines.join('')).not.toContain(secret)
})

test('accepts a report with a valid, ended or past-due session and never looks up the token', async () => {
  for (const token of [t.acme.ann.token, 'dead'])
    expect((await report([pageError()], { ...from(), authorization: `Bearer ${token}` })).http).toBe(200)
  expect(lines.join('')).not.toContain(t.acme.ann.token)
})

test('limits reports by address, session and size without ending the session', async () => {
  const session = { authorization: 'Bearer of-one' }
  for (let n = 0; n < ERROR_REPORTS_PER_SESSION_MINUTE; n++)
    expect((await report([pageError()], { ...from(), ...session })).http).toBe(200)
  expect(await report([pageError()], { ...from(), ...session })).toMatchObject({
    http: 429,
    body: { code: 'slow_down' },
  })
  const here = from()
  for (let n = 0; n < ERROR_REPORTS_PER_ADDRESS_MINUTE; n++) expect((await report([pageError()], here)).http).toBe(200)
  expect((await report([pageError()], here)).http).toBe(429)
  const large = pageError({ type: 'a'.repeat(PAGE_ERRORS_BYTES) })
  expect((await report([large])).http).toBe(413)
})

/** Runs statements as the owner of the tables. */
async function asOwner(...statements: string[]): Promise<void> {
  const client = await t.process.kernel.database.listener()
  try {
    await client.query('set role none')
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

test('reports a failed request with its route but without the row in the database error', async () => {
  const { ann, bob } = t.acme
  await asOwner(
    `create function refuse() returns trigger language plpgsql as $$ begin
       raise exception '% %', to_jsonb(new), '${PLANTED.join(' ')}'
         using detail = to_jsonb(new)::text, hint = '${PLANTED.join(' ')}', table = 'contact'; end $$`,
    'create trigger refuse before update on contact for each row execute function refuse()',
  )
  const answer = await t.as(ann).call(editContact, {
    query: { id: bob.id },
    body: { firstname: 'Rosalinda', lastname: 'see you at six' },
    headers: { 'x-note': 'crew_s3cr3t' },
  })
  await asOwner('drop function refuse cascade')
  expect(answer.http).toBe(500)
  // Proves that the error contains the planted data; otherwise this test would show nothing.
  expect(lines.join('')).toContain('Rosalinda')
  const event = await eventOf(({ tags }) => tags['route'] !== undefined)
  expect(event).toMatchObject({
    level: 'error',
    platform: 'node',
    release: 'crewline@1.2.3',
    tags: { code: 'bug', table: 'contact', part: 'server', method: 'PATCH', route: '/api/contact' },
  })
  expect(event.exception?.values.at(-1)?.value).toBe('http: a request failed')
  expect(JSON.stringify(event.exception)).toContain('node_modules/pg')
})

test('reports failed background work: a queue pass and a scheduled job', async () => {
  const { kernel } = t.process
  const secret = new RangeError(`cannot go on with ${PLANTED.join(' ')}`)
  const queue = followQueue(kernel, { name: 'tests', wakeUp: 'mails', pass: () => Promise.reject(secret) })
  const turn = await eventOf(({ exception }) => exception?.values[0]?.value === 'tests: a pass failed, trying again')
  expect(turn).toMatchObject({ level: 'warning', exception: { values: [{ type: 'RangeError' }] } })
  expect(JSON.stringify(turn.exception)).toContain('errors.api.test.ts')
  await queue.stop()
  const url = t.process.kernel.config.databaseUrl ?? ''
  const job = { name: 'tests.fail', at: '0 0 1 1 *', run: () => Promise.reject(secret) }
  const jobs = openJobs(url, kernel.log, true)
  await jobs.start([])
  await startCrons({ ...kernel, jobs }, [job])
  await asOwner(`insert into pgboss.job (name) values ('tests.fail')`)
  const event = await eventOf(({ tags }) => tags['job'] === 'tests.fail')
  expect(event).toMatchObject({ level: 'error', exception: { values: [{ type: 'RangeError' }] } })
  await jobs.stop()
})

test('sends nothing personal to the error service in headers or envelopes', async () => {
  await reporter.flush()
  expect(sentry.events().length).toBeGreaterThanOrEqual(4)
  for (const secret of [...PLANTED, t.acme.bob.id, t.acme.ann.token, t.acme.id, process.cwd(), hostname()])
    expect(sentry.wire()).not.toContain(secret)
  // Data that SDKs tend to add.
  for (const extra of ['server_name', 'breadcrumbs', 'request', 'user', 'modules', 'contexts'])
    expect(sentry.wire()).not.toContain(`"${extra}":`)
})

test('does not block on an error service that does not answer', async () => {
  sentry.hang()
  await report([pageError({ page: 'team' })])
  const startedAt = performance.now()
  await reporter.flush()
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

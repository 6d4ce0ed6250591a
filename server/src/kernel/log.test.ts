import fastify from 'fastify'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/kit/template-db.ts'
import { makeLog } from './log.ts'

const SECRETS = ['+14155550123', '4155550123', 'see you at six', 'crew_secret', 'ann@acme.example']

function listen() {
  const lines: string[] = []
  return { log: makeLog('info', { write: (line) => lines.push(line) }), text: () => lines.join('') }
}

test('masks tokens, numbers and personal data by key', () => {
  const { log, text } = listen()
  log.info({ token: SECRETS[3], phone: SECRETS[0], body: SECRETS[2] }, 'one')
  log.info({ message: { body: SECRETS[2], phone: SECRETS[0], token: SECRETS[3] } }, 'two')
  for (const secret of SECRETS) expect(text()).not.toContain(secret)
})

test('logs a database error without the row it quotes, also as a cause and through the web server', async () => {
  const database = await testDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query('create table guarded (phone text unique, body text check (length(body) < 3), mail text)')
  const failure = await client
    .query('insert into guarded values ($1, $2, $3)', [SECRETS[0], SECRETS[2], SECRETS[4]])
    .catch((error: unknown) => error)
  await client.end()
  await database.drop()
  // The error itself does contain the row: otherwise this test would prove nothing.
  expect((failure as { detail: string }).detail).toContain(SECRETS[2])

  const { log, text } = listen()
  log.error({ err: failure }, 'one')
  log.error({ err: new Error(`no answer for ${SECRETS[0]}`, { cause: failure }) }, 'two')
  fastify({ loggerInstance: log }).log.error({ err: failure }, 'three')
  for (const secret of SECRETS) expect(text()).not.toContain(secret)
  expect(text()).toContain('guarded')
  expect(text()).toContain('23514')
})

test('removes an address quoted by a mail server from the log', () => {
  const { log, text } = listen()
  log.warn({ err: new Error('all recipients were rejected: 550 5.1.1 <ana.lopez+x@mail.example.org>: unknown') }, 'one')
  expect(text()).not.toContain('ana.lopez')
  expect(text()).toContain('550 5.1.1')
})

test('writes the same words ten times a minute and then how often they were left out', () => {
  vi.useFakeTimers()
  try {
    const lines: string[] = []
    const reported: unknown[] = []
    const log = makeLog('info', { write: (line) => lines.push(line) }, (report) => reported.push(report))
    for (let n = 0; n < 5_000; n++) log.child({ part: 'spool' }).warn({ n, err: new Error('disk full') }, 'no room')
    log.error('no room')
    for (let n = 0; n < 20; n++) log.info('no limit')
    expect(lines.filter((line) => line.includes('no room'))).toHaveLength(11)
    expect(lines.filter((line) => line.includes('no limit'))).toHaveLength(20)
    expect(reported).toHaveLength(5_000)
    vi.advanceTimersByTime(60_000)
    expect(lines.filter((line) => line.includes('"times":4990,"words":"no room"'))).toHaveLength(1)
    log.warn('no room')
    expect(lines.filter((line) => line.includes('"no room"'))).toHaveLength(13)
  } finally {
    vi.useRealTimers()
  }
})

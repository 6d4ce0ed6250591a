import { msg } from '@crewline/contract/localized-text'
import { apiError } from '@crewline/contract/envelope'
import { FAILURE_TITLES } from '@crewline/contract/failure-titles'
import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { Failure } from '../failure.ts'
import { localize } from '../i18n/localize.ts'
import { makeLog } from '../log.ts'
import { answerFailure } from './answer.ts'

const TAKEN_IN_SPANISH = { title: 'Ya asignada', message: 'Un compañero ya tiene esta conversación.' }

/** Returns the response to a route that throws this. */
async function sendFailure(error: unknown, language?: string) {
  const app = fastify({ genReqId: () => 'request-1' })
  app.setErrorHandler((thrown, request, reply) => answerFailure(thrown, request, reply))
  app.get('/', () => {
    throw error
  })
  const answer = await app.inject({ url: '/', ...(language && { headers: { 'accept-language': language } }) })
  await app.close()
  return {
    http: answer.statusCode,
    retryAfter: answer.headers['retry-after'],
    body: answer.json<Record<string, unknown>>(),
  }
}

test.each(Object.keys(FAILURES) as FailureCode[])(
  'returns %s with its status, message and request id in the envelope',
  async (code) => {
    const { http, body } = await sendFailure(new Failure(code, { internal: 'for the log only' }))
    const definition = FAILURES[code]
    const [title, message] = [localize(FAILURE_TITLES[code], 'en'), localize(definition.text, 'en')]
    expect(apiError.strict().parse(body)).toMatchObject({ code, message, requestId: 'request-1' })
    expect(http).toBe(definition.http)
    expect(body['notification']).toEqual('toast' in definition ? undefined : { title, message })
    expect(JSON.stringify(body)).not.toContain('log only')
  },
)

test('answers a request in Spanish with a Spanish title, message and field errors', async () => {
  const defaultAnswer = await sendFailure(new Failure('taken'), 'es-MX,es;q=0.9')
  expect(defaultAnswer.body).toMatchObject({ message: TAKEN_IN_SPANISH.message, notification: TAKEN_IN_SPANISH })
  const detail = {
    text: msg({ message: 'One moment' }),
    fieldErrors: { day: msg({ message: 'One moment' }) },
  }
  expect((await sendFailure(new Failure('invalid', detail), 'es')).body).toMatchObject({
    message: 'Un momento',
    fieldErrors: { day: 'Un momento' },
  })
  for (const language of [undefined, 'fr', '*'])
    expect((await sendFailure(new Failure('invalid', detail), language)).body).toMatchObject({
      message: 'One moment',
      fieldErrors: { day: 'One moment' },
    })
  expect((await sendFailure(new Failure('past_due'), 'es')).body['message']).toBe('past_due')
})

test('uses 403 only for an ended session and 401 only for a past-due account', () => {
  const of = (http: number) =>
    Object.entries(FAILURES)
      .filter(([, definition]) => definition.http === http)
      .map(([code]) => code)
  expect([of(403), of(401)]).toEqual([['session_invalid'], ['past_due']])
  expect(localize(FAILURES.past_due.text, 'es')).toBe('past_due')
})

const coded = (code: string) => Object.assign(new Error('select secret from inside'), { code })

test.each<[what: string, error: unknown, code: FailureCode]>([
  ['a value that does not fit its type', coded('22P02'), 'invalid'],
  ['bytes that are no text', coded('22021'), 'invalid'],
  ['a lost connection', coded('08006'), 'unavailable'],
  ['a deadlock', coded('40P01'), 'unavailable'],
  ['too many connections', coded('53300'), 'unavailable'],
  ['a full disk', coded('53100'), 'unavailable'],
  ['a database going down', coded('57P01'), 'unavailable'],
  ['a statement that took too long', coded('57014'), 'unavailable'],
  ['a database that is not there', coded('ECONNREFUSED'), 'unavailable'],
  ['a pool with nothing left', new Error('timeout exceeded when trying to connect'), 'unavailable'],
  ['a connection cut', new Error('Connection terminated unexpectedly'), 'unavailable'],
  ['a broken rule of the database', coded('23505'), 'bug'],
  ['a mistake of ours', new TypeError('x is not a function'), 'bug'],
  ['no error at all', 'a string', 'bug'],
  ['an error with a status', Object.assign(new Error('x'), { statusCode: 418 }), 'invalid'],
])('returns %s as its own code without internals', async (_description, error, code) => {
  const { http, retryAfter, body } = await sendFailure(error)
  expect({ http, code: body['code'] }).toEqual({ http: FAILURES[code].http, code })
  expect(retryAfter).toBe(code === 'unavailable' ? '2' : undefined)
  expect(JSON.stringify(body)).not.toMatch(/secret|function|\bat /)
})

test('sends Retry-After in whole seconds, at least one', async () => {
  for (const [retryAfterS, seconds] of [
    [0.01, '1'],
    [1.2, '2'],
    [900, '900'],
  ] as const)
    expect((await sendFailure(new Failure('slow_down', { retryAfterS }))).retryAfter).toBe(seconds)
})

test('logs an unreadable address without the secret in it', async () => {
  const lines: string[] = []
  const app = fastify({
    loggerInstance: makeLog('debug', { write: (line) => lines.push(line) }),
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  })
  app.get('/verify/:token', () => ({}))
  expect((await app.inject('/verify/crew_secret%')).statusCode).toBe(400)
  expect(lines.join('')).toContain('FST_ERR_BAD_URL')
  expect(lines.join('')).not.toMatch(/"why":"[^"]*crew_secret/)
  await app.close()
})

import { connect } from 'node:net'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { apiError } from '@crewline/contract/envelope'
import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { localize } from '../src/kernel/i18n/localize.ts'
import { Failure, getRefusalText } from '../src/kernel/failure.ts'
import { read } from '../src/kernel/http/validate.ts'
import { modules } from '../src/main/modules.ts'
import { makeUser, type TestUser } from './kit/cast.ts'
import { callRaw, everyEndpoint, fieldsOf, type FieldShape, type ApiResponse, type Wire } from './kit/contract.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

const endpoints = await everyEndpoint()
/** Body size limits of endpoints with small bodies. */
const bodyLimits = new Map(
  modules.flatMap((module) => module.routes ?? []).map((route) => [route.endpoint, route.bodyUpTo]),
)

let t: TestApp
beforeAll(async () => {
  // One trusted proxy, so that each guest gets a separate address and none is rate limited.
  t = await testApp({ settings: { TRUSTED_PROXIES: '1' } })
})
const apps = JSON.stringify({ newsletter: true, forms: true, birthday: true, contactoptin: true })
// A call that happens to be valid may turn an app off, and its endpoints would refuse everything else.
afterEach(() =>
  sql`update organization set features = features || ${apps}::jsonb where not features @> ${apps}::jsonb`.execute(
    t.process.kernel.database.asSystem('tests turn apps on again'),
  ),
)
afterAll(() => t.close())

/** Values that occur only in attacks. */
const HOSTILE: unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202eevil',
    '\u200b\u2060',
    '\ufeff',
    'e\u0301'.repeat(40),
    '👩‍👩‍👧‍👦'.repeat(9),
  ],
  ...['a'.repeat(61), 'a'.repeat(100_000), '\ufdfa'.repeat(60), '漢'.repeat(60), '"'.repeat(60), '\u0001'.repeat(60)],
  ...[
    "' or 1=1 --",
    "'; drop table message; --",
    '%',
    '_',
    '\\',
    '%%%%_\\',
    '${1+1}',
    '{{7*7}}',
    '#{x}',
    '=cmd()',
    ':*&|!',
  ],
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '../../etc/passwd',
    'file:///etc/passwd',
    '\r\nX-Evil: 1',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-1',
    '0',
    '1e309',
    '9007199254740993',
  ],
  ...[
    '1000000000000000',
    '2.5',
    '0x10',
    'true',
    '[]',
    '{}',
    '0000-00-00',
    '275760-09-13T00:00:00Z',
    '+1900',
    '911',
    '+449',
    '1'.repeat(40),
  ],
  ...[
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '00000000-0000-0000-0000-000000000000',
    '{00000000-0000-0000-0000-000000000000}',
  ],
  ...[
    null,
    true,
    false,
    0,
    -1,
    -0,
    2 ** 53 + 1,
    1.5,
    1e300,
    [],
    [[]],
    ['a', 'b'],
    {},
    { length: 3 },
    { toString: 1 },
    [null],
  ],
]

/** Cursors that are not ours, some of which look valid. */
const CURSORS = [
  '',
  'x',
  '%00',
  ...[
    {},
    [],
    null,
    { key: 1, id: 2 },
    { key: 'a', id: 'a' },
    { key: '\0', id: '00000000-0000-4000-8000-000000000000' },
    { key: '\ud800', id: '00000000-0000-4000-8000-000000000000' },
    { key: "' or 1=1", id: '00000000-0000-4000-8000-000000000000' },
    { key: 'infinity', id: '00000000-0000-4000-8000-000000000000' },
    { key: '-271821-04-20T00:00:00.000Z', id: '00000000-0000-4000-8000-000000000000' },
    { key: '+275760-09-13T00:00:00.000Z', id: '00000000-0000-4000-8000-000000000000' },
    { key: 'a'.repeat(400), id: '00000000-0000-4000-8000-000000000000' },
    { key: '2026-01-01T00:00:00Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', __proto__: { x: 1 } },
  ].map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')),
  'a'.repeat(601),
]

/** Internals that must never appear in a response. */
const INSIDES =
  /node_modules|\.ts:\d|\bat \w+ \(|syntax error|violates|relation "|invalid input syntax|SQLSTATE|postgres/i

function expectSane(endpoint: AnyEndpoint, answer: ApiResponse, input: unknown): void {
  const details = { what: input, http: answer.http, text: answer.text.slice(0, 300) }
  if (answer.http === 200) {
    const parsed = endpoint.reply.safeParse(answer.body)
    if (!parsed.success)
      throw new Error(`${JSON.stringify(details)} is not what the contract says: ${parsed.error.message}`)
  } else {
    const code = answer.body['code'] as FailureCode
    const isKnownRefusal = apiError.strict().safeParse(answer.body).success && FAILURES[code].http === answer.http
    if (!isKnownRefusal || answer.http >= 500 || answer.http === 403)
      throw new Error(`not one of our refusals: ${JSON.stringify(details)}`)
  }
  if (INSIDES.test(answer.text.replaceAll(JSON.stringify(input).slice(1, -1), '')))
    throw new Error(`tells its insides: ${JSON.stringify(details)}`)
  if (answer.text.includes('Beta')) throw new Error(`shows another organization: ${JSON.stringify(details)}`)
}

let guests = 0

/** Headers of a guest with a new address. */
const newGuest = () => ({ 'x-forwarded-for': `10.${guests++ >> 16}.${(guests >> 8) & 255}.${guests & 255}` })

/** Calls that invalidate the caller's token or have a low rate limit. */
const ENDS_ITS_SESSION = new Set(['/user/logout', '/user/settings', '/user/switch-org', '/user/prove', '/user/mfa'])

/**
 * Spreads calls over many users, so that none is rate limited; a call that ends its session gets a new user each time.
 */
function userPool(endpoint: AnyEndpoint): (firstname: string) => Promise<TestUser> {
  const calls = ENDS_ITS_SESSION.has(endpoint.path) ? 1 : 50
  let uses = 0
  let user: Promise<TestUser> | undefined
  return (firstname) => {
    if (uses++ % calls === 0)
      user = makeUser(t.process.kernel, t.acme.id, { firstname, lastname: 'Crowd', role: 'owner' })
    return user as Promise<TestUser>
  }
}

function sample(field: FieldShape): unknown {
  if (field.format === 'uuid') return t.acme.bob.id
  if (field.items) return [sample(field.items)]
  if (field.enum) return field.enum[0]
  if (field.type === 'integer') return field.minimum ?? 1
  return field.type === 'boolean' ? true : 'Hello'
}

type Parts = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

function buildValidRequest(endpoint: AnyEndpoint): {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown> | undefined
} {
  const fill = (part: 'params' | 'query' | 'body') =>
    Object.fromEntries(
      fieldsOf(endpoint[part]).required.map((name) => [
        name,
        sample(fieldsOf(endpoint[part]).fields[name] as FieldShape),
      ]),
    )
  return {
    params: fill('params'),
    query: fill('query'),
    body: endpoint.body.def.type === 'undefined' ? undefined : fill('body'),
  }
}

function wireOf({ params, query, body }: Parts): Wire {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
  return {
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encoded(text(value))])),
    query: Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, text(item)]),
    ),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: newGuest(),
  }
}

/** An empty path segment would name another route, so it becomes a space; lone surrogates cannot be URL-encoded. */
const encoded = (text: string) =>
  encodeURIComponent((text === '' || /^\.+$/.test(text) ? ' ' : text).toWellFormed().slice(0, 4_000))

/** Node limits the size of headers, so values in a query are cut to this length. */
const short = (value: unknown) => (typeof value === 'string' ? value.slice(0, 4_000) : value)

interface Attack {
  parts: Parts
  target: { name: string; value: unknown }
}

/** Of the values that the schema of a field refuses, every eighth is sent. */
const REFUSED_SENT_EVERY = 8
let refusedValues = 0

/**
 * Returns whether a request has to be sent. Five of six hostile values do not fit the schema, and the server refuses
 * them all in the same way, `read`: those are passed to `read` here, and only some are sent, each value to many
 * endpoints.
 */
function isWorthSending(endpoint: AnyEndpoint, wire: Wire, target: unknown): boolean {
  const query = new URLSearchParams(wire.query)
  const received = {
    params: Object.fromEntries(
      Object.entries(wire.params ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
    ),
    query: Object.fromEntries(
      [...query.keys()].map((name) => [name, query.getAll(name).length > 1 ? query.getAll(name) : query.get(name)]),
    ),
    body: wire.body === undefined ? undefined : (JSON.parse(wire.body) as unknown),
  }
  try {
    for (const part of ['params', 'query', 'body'] as const) read(endpoint[part], received[part])
    return true
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid') throw error
    const texts = Object.values(error.fieldErrors ?? { request: getRefusalText(error) }).map((text) =>
      localize(text, 'en'),
    )
    if (texts.length === 0 || texts.some((text) => text === '' || INSIDES.test(text)))
      throw new Error(`explains no field, or tells its insides: ${JSON.stringify({ target, texts })}`, { cause: error })
    return refusedValues++ % REFUSED_SENT_EVERY === 0
  }
}

/** Runs work on each item, eight at a time. */
async function eightAtATime<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

/**
 * Yields requests that are valid except for one hostile field, which is also repeated three times where a list is
 * allowed.
 */
function* hostileRequests(endpoint: AnyEndpoint): Generator<Attack> {
  for (const part of ['params', 'query', 'body'] as const) {
    for (const [name, field] of Object.entries(fieldsOf(endpoint[part]).fields)) {
      for (const hostileValue of name === 'cursor' ? [...HOSTILE, ...CURSORS] : HOSTILE) {
        const valid = buildValidRequest(endpoint)
        const value = part === 'body' ? hostileValue : short(hostileValue)
        const target = { name: `${part}.${name}`, value: short(value) }
        yield { parts: { ...valid, [part]: { ...valid[part], [name]: value } }, target }
        if (field.items)
          yield { parts: { ...valid, [part]: { ...valid[part], [name]: Array(3).fill(short(value)) } }, target }
      }
    }
  }
}

describe.each(endpoints)('%s', (_name, endpoint) => {
  test('withstands hostile values in every field', async () => {
    const someone = userPool(endpoint)
    await eightAtATime(hostileRequests(endpoint), async ({ parts, target }) => {
      const wire = wireOf(parts)
      if (!isWorthSending(endpoint, wire, target)) return
      const user = endpoint.session === 'none' ? null : await someone(target.name.slice(0, 10))
      expectSane(endpoint, await callRaw(t.process.address, user?.token ?? null, endpoint, wire), target)
    })
  })

  test('withstands random values that fit or nearly fit its schema', async () => {
    const someone = userPool(endpoint)
    await eightAtATime(fc.sample(anyRequest(endpoint), { numRuns: 40, seed: 2_026 }), async (parts) => {
      const user = endpoint.session === 'none' ? null : await someone('Fay')
      expectSane(endpoint, await callRaw(t.process.address, user?.token ?? null, endpoint, wireOf(parts)), parts)
    })
  })

  test('rejects bodies that are no JSON, of a wrong type, too large, too deep', async () => {
    const deep = (levels: number) => '{"body":'.repeat(levels) + '1' + '}'.repeat(levels)
    const bodies: [body: string, type: string, http: number][] = [
      ['{', 'application/json', 400],
      ['', 'application/json', 400],
      ['nul', 'application/json', 400],
      ['{"a":1}{"b":2}', 'application/json', 400],
      ['{"__proto__":{"x":1}}', 'application/json', 400],
      ['{"constructor":{"prototype":{"x":1}}}', 'application/json', 400],
      ['[]', 'application/json', 400],
      ['"text"', 'application/json', 400],
      ['7', 'application/json', 400],
      [deep(13), 'application/json', 400],
      [deep(10_000), 'application/json', 400],
      [`{"body":"${'a'.repeat(BODY_MAX_BYTES)}"}`, 'application/json', 413],
      ['{}', 'text/plain', 415],
      ['{}', 'application/xml', 415],
      ['a=1&a=2', 'application/x-www-form-urlencoded', 415],
      ['--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 415],
      ['{}', 'rubbish', 415],
    ]
    if (endpoint.method === 'GET') return
    const someone = userPool(endpoint)
    for (const [body, type, http] of bodies) {
      const valid = wireOf(buildValidRequest(endpoint))
      const user = endpoint.session === 'none' ? null : await someone('Bea')
      const answer = await callRaw(t.process.address, user?.token ?? null, endpoint, {
        ...valid,
        body,
        headers: { ...valid.headers, 'content-type': type },
      })
      const input = { type, body: body.slice(0, 40) }
      expectSane(endpoint, answer, input)
      // An endpoint without a body does not read one, and a guest may be rate limited.
      const isRead = endpoint.body.def.type !== 'undefined' || [400, 413, 415].includes(answer.http)
      // For a file endpoint, valid JSON is also of a wrong type, and the size limit is higher.
      const isTooLarge = body.length > (bodyLimits.get(endpoint) ?? BODY_MAX_BYTES)
      const expected = endpoint.takes === 'bytes' && answer.http === 415 ? 415 : isTooLarge ? 413 : http
      if (answer.http !== 429 && isRead) expect({ ...input, http: answer.http }).toEqual({ ...input, http: expected })
    }
  })
})

function anyRequest(endpoint: AnyEndpoint): fc.Arbitrary<Parts> {
  const part = (which: 'params' | 'query' | 'body'): fc.Arbitrary<Record<string, unknown>> => {
    const { fields, required } = fieldsOf(endpoint[which])
    return fc.record(
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          name,
          fc.oneof({ weight: 9, arbitrary: fitting(field) }, anything),
        ]),
      ),
      { requiredKeys: required },
    )
  }
  return fc.record({
    params: part('params'),
    query: part('query'),
    body: endpoint.body.def.type === 'undefined' ? fc.constant(undefined) : part('body'),
  })
}

/** Any Unicode character. The library's own unit first builds a table of all of them, which takes seconds. */
const anySign = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

const anything = fc.oneof(
  fc.constantFrom(...HOSTILE.map(short)),
  fc.string({ unit: anySign, maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }),
)

function fitting(field: FieldShape): fc.Arbitrary<unknown> {
  if (field.items) return fc.array(fitting(field.items), { maxLength: Math.min(field.maxItems ?? 5, 60) })
  if (field.enum) return fc.constantFrom(...field.enum)
  if (field.format === 'uuid')
    return fc.oneof(
      fc.uuid(),
      fc.constant(null).map(() => t.acme.bob.id),
      fc.constant(null).map(() => t.beta.bob.id.toUpperCase()),
    )
  if (field.type === 'integer')
    return fc.integer({ min: field.minimum ?? 0, max: Math.min(field.maximum ?? 1_000, 10_000) })
  if (field.type === 'boolean') return fc.boolean()
  return fc.string({
    unit: 'grapheme',
    minLength: field.minLength ?? 0,
    maxLength: Math.min(field.maxLength ?? 200, 400),
  })
}

describe('outside of all endpoints', () => {
  const paths = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/%zz',
    '/api/%00',
    '/api/message/conversations/%zz',
    '/api/message/conversations/%00',
    '/api/message/conversations/..%2f..%2fetc',
    `/api/message/conversations/${'a'.repeat(500)}`,
    '/api/message/conversations/',
    '/api/user/me;jsessionid=1',
    '/api/__proto__',
    '/api//user/me',
  ]

  test.each(paths)('refuses %s in the error envelope', async (path) => {
    const answer = await sendRaw(`GET ${path} HTTP/1.1`, [`authorization: Bearer ${t.acme.ann.token}`])
    expect(answer.http).toBeGreaterThanOrEqual(400)
    expect(answer.http).toBeLessThan(500)
    expect(apiError.safeParse(JSON.parse(answer.body)).success).toBe(true)
  })

  test.each(['TRACE', 'PUT', 'DELETE', 'OPTIONS', 'BREW', 'PROPFIND'])(
    'refuses %s for the current user',
    async (method) => {
      const answer = await sendRaw(`${method} /api/user/me HTTP/1.1`, [`authorization: Bearer ${t.acme.ann.token}`])
      expect(answer.http).toBeGreaterThanOrEqual(400)
      expect(answer.http).toBeLessThan(500)
    },
  )

  test('refuses writes from pages of other sites, even with a token', async () => {
    for (const [, endpoint] of endpoints.filter(([, candidate]) => candidate.method !== 'GET')) {
      const headers: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://foreign.example' },
        { origin: 'null' },
      ]
      for (const foreign of headers) {
        const request = { ...wireOf(buildValidRequest(endpoint)), headers: foreign }
        const answer = await callRaw(t.process.address, t.acme.ann.token, endpoint, request)
        expect(answer).toMatchObject({ http: 400, body: { code: 'invalid' } })
      }
    }
  })

  test('marks responses as not to be stored or sniffed', async () => {
    const answer = await fetch(`${t.process.address}/api/user/me`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': expect.stringContaining('application/json') as string,
    })
  })

  /** Sends a handwritten request, because fetch would normalize it. */
  function sendRaw(line: string, headers: string[]): Promise<{ http: number; body: string }> {
    const { port, hostname } = new URL(t.process.address)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.setTimeout(60_000, () => reject(new Error(`no answer to ${line}`)))
      socket.on('data', (bytes) => (text += String(bytes)))
      socket.on('error', reject)
      socket.on('close', () =>
        resolve({ http: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4) }),
      )
      socket.write([line, 'host: x', 'connection: close', ...headers, '', ''].join('\r\n'))
    })
  }
})

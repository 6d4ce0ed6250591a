import { connect } from 'node:net'
import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { apiError } from '@crewline/contract/envelope'
import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rooms } from '../src/main/rooms.ts'
import { makePerson, type Person } from './kit/cast.ts'
import { callRaw, everyEndpoint, fieldsOf, type FieldShape, type Heard, type Wire } from './kit/contract.ts'
import { house, type House } from './kit/house.ts'

const endpoints = await everyEndpoint()
/** The most bytes that calls take whose bodies are small. */
const takenUpTo = new Map(rooms.flatMap((room) => room.routes ?? []).map((one) => [one.endpoint, one.bodyUpTo]))

let t: House
beforeAll(async () => {
  // One proxy is believed, so that every guest comes from an address of their own and none is told to slow down.
  t = await house({ settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

/** Values nobody sends by accident. */
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

/** Cursors that are not ours, and some that look it. */
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
  ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')),
  'a'.repeat(601),
]

/** What no answer may ever show. */
const INSIDES =
  /node_modules|\.ts:\d|\bat \w+ \(|syntax error|violates|relation "|invalid input syntax|SQLSTATE|postgres/i

function expectSane(endpoint: AnyEndpoint, answer: Heard, what: unknown): void {
  const seen = { what, http: answer.http, text: answer.text.slice(0, 300) }
  if (answer.http === 200) {
    const parsed = endpoint.reply.safeParse(answer.body)
    if (!parsed.success)
      throw new Error(`${JSON.stringify(seen)} is not what the contract says: ${parsed.error.message}`)
  } else {
    const code = answer.body['code'] as FailureCode
    const isSaid = apiError.strict().safeParse(answer.body).success && FAILURES[code].http === answer.http
    if (!isSaid || answer.http >= 500 || answer.http === 403)
      throw new Error(`not one of our refusals: ${JSON.stringify(seen)}`)
  }
  if (INSIDES.test(answer.text.replaceAll(JSON.stringify(what).slice(1, -1), '')))
    throw new Error(`tells its insides: ${JSON.stringify(seen)}`)
  if (answer.text.includes('Beta')) throw new Error(`shows another organization: ${JSON.stringify(seen)}`)
}

let guests = 0

/** The headers of a guest who comes for the first time. */
const newGuest = () => ({ 'x-forwarded-for': `10.${guests++ >> 16}.${(guests >> 8) & 255}.${guests & 255}` })

/** Calls after which the caller's token opens nothing any more, or that may be made seldom. */
const ENDS_ITS_SESSION = new Set(['/user/logout', '/user/settings', '/user/switch-org', '/user/prove', '/user/mfa'])

/** Calls go through many people, so that nobody is told to slow down, and who leaves does so once. */
function crowd(endpoint: AnyEndpoint): (firstname: string) => Promise<Person> {
  const calls = ENDS_ITS_SESSION.has(endpoint.path) ? 1 : 50
  let uses = 0
  let person: Promise<Person> | undefined
  return (firstname) => {
    if (uses++ % calls === 0)
      person = makePerson(t.process.kernel, t.acme.id, { firstname, lastname: 'Crowd', role: 'owner' })
    return person as Promise<Person>
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

function rightOne(endpoint: AnyEndpoint): {
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
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, text(one)]),
    ),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: newGuest(),
  }
}

/** An empty part of a path names another route, so it becomes a space; half characters cannot travel in one. */
const encoded = (text: string) =>
  encodeURIComponent((text === '' || /^\.+$/.test(text) ? ' ' : text).toWellFormed().slice(0, 4_000))

/** A query longer than a server reads headers for never arrives; what does is at most this long. */
const short = (value: unknown) => (typeof value === 'string' ? value.slice(0, 4_000) : value)

interface Attack {
  parts: Parts
  what: { name: string; value: unknown }
}

/** Requests that are right but for one hostile field, which also comes three times over where a list is taken. */
function* hostileRequests(endpoint: AnyEndpoint): Generator<Attack> {
  for (const part of ['params', 'query', 'body'] as const) {
    for (const [name, field] of Object.entries(fieldsOf(endpoint[part]).fields)) {
      for (const given of name === 'cursor' ? [...HOSTILE, ...CURSORS] : HOSTILE) {
        const right = rightOne(endpoint)
        const value = part === 'body' ? given : short(given)
        const what = { name: `${part}.${name}`, value: short(value) }
        yield { parts: { ...right, [part]: { ...right[part], [name]: value } }, what }
        if (field.items)
          yield { parts: { ...right, [part]: { ...right[part], [name]: Array(3).fill(short(value)) } }, what }
      }
    }
  }
}

describe.each(endpoints)('%s', (_name, endpoint) => {
  test('stands hostile values in every field', async () => {
    const someone = crowd(endpoint)
    const attack = async ({ parts, what }: Attack) => {
      const person = endpoint.session === 'none' ? null : await someone(what.name.slice(0, 10))
      expectSane(endpoint, await callRaw(t.process.address, person?.token ?? null, endpoint, wireOf(parts)), what)
    }
    // Eight at any moment, out of one list.
    const attacks = hostileRequests(endpoint)
    const attackOn = async () => {
      for (const one of attacks) await attack(one)
    }
    await Promise.all(Array.from({ length: 8 }, attackOn))
  }, 60_000)

  test('stands whatever its schema allows, and nearly', async () => {
    const someone = crowd(endpoint)
    await fc.assert(
      fc.asyncProperty(anyRequest(endpoint), async (parts) => {
        const person = endpoint.session === 'none' ? null : await someone('Fay')
        expectSane(endpoint, await callRaw(t.process.address, person?.token ?? null, endpoint, wireOf(parts)), parts)
      }),
      { numRuns: 40, seed: 2_026, endOnFailure: true },
    )
  }, 60_000)

  test('stands bodies that are no JSON, of a wrong type, too large, too deep', async () => {
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
    const someone = crowd(endpoint)
    for (const [body, type, http] of bodies) {
      const right = wireOf(rightOne(endpoint))
      const person = endpoint.session === 'none' ? null : await someone('Bea')
      const answer = await callRaw(t.process.address, person?.token ?? null, endpoint, {
        ...right,
        body,
        headers: { ...right.headers, 'content-type': type },
      })
      const what = { type, body: body.slice(0, 40) }
      expectSane(endpoint, answer, what)
      // Where nothing is taken, nothing is read either; and a guest may be told to slow down.
      const isRead = endpoint.body.def.type !== 'undefined' || [400, 413, 415].includes(answer.http)
      // Where a file is taken, JSON that can be read is of a wrong type as well, and more of it is read.
      const isTooLarge = body.length > (takenUpTo.get(endpoint) ?? BODY_MAX_BYTES)
      const expected = endpoint.takes === 'bytes' && answer.http === 415 ? 415 : isTooLarge ? 413 : http
      if (answer.http !== 429 && isRead) expect({ ...what, http: answer.http }).toEqual({ ...what, http: expected })
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

/** Every sign there is. The library's own unit makes a table of all of them first, which takes seconds. */
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

describe('outside of every endpoint', () => {
  const places = [
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

  test.each(places)('%s is refused in our own words', async (path) => {
    const answer = await ask(`GET ${path} HTTP/1.1`, [`authorization: Bearer ${t.acme.ann.token}`])
    expect(answer.http).toBeGreaterThanOrEqual(400)
    expect(answer.http).toBeLessThan(500)
    expect(apiError.safeParse(JSON.parse(answer.body)).success).toBe(true)
  })

  test.each(['TRACE', 'PUT', 'DELETE', 'OPTIONS', 'BREW', 'PROPFIND'])(
    '%s is no way to ask who one is',
    async (method) => {
      const answer = await ask(`${method} /api/user/me HTTP/1.1`, [`authorization: Bearer ${t.acme.ann.token}`])
      expect(answer.http).toBeGreaterThanOrEqual(400)
      expect(answer.http).toBeLessThan(500)
    },
  )

  test('writes from pages of other sites are refused, also with a token', async () => {
    for (const [, endpoint] of endpoints.filter(([, one]) => one.method !== 'GET')) {
      const answer = await callRaw(t.process.address, t.acme.ann.token, endpoint, {
        ...wireOf(rightOne(endpoint)),
        headers: { 'sec-fetch-site': 'cross-site' },
      })
      expect(answer).toMatchObject({ http: 400, body: { code: 'invalid' } })
    }
  })

  test('answers are never stored and never sniffed', async () => {
    const answer = await fetch(`${t.process.address}/api/user/me`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': expect.stringContaining('application/json') as string,
    })
  })

  /** Writes a request by hand: fetch would tidy it. */
  function ask(line: string, headers: string[]): Promise<{ http: number; body: string }> {
    const { port, hostname } = new URL(t.process.address)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.setTimeout(5_000, () => reject(new Error(`no answer to ${line}`)))
      socket.on('data', (bytes) => (text += String(bytes)))
      socket.on('error', reject)
      socket.on('close', () =>
        resolve({ http: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4) }),
      )
      socket.write([line, 'host: x', 'connection: close', ...headers, '', ''].join('\r\n'))
    })
  }
})

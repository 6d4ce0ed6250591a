import { afterEach, describe, expect, test } from 'vitest'
import { parseFilter, patched } from './patch.ts'

const SHARED = [Object, Array, Function, String].map(({ prototype }) => prototype as object)
const shared = () =>
  SHARED.map((prototype) =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype)).map(([name, { value }]) => [
      name,
      typeof value === 'function' ? Object.getOwnPropertyNames(value) : value,
    ]),
  )
const before = JSON.stringify(shared())
// What all objects share belongs to every organization of the process.
afterEach(() => {
  if (JSON.stringify(shared()) !== before) throw new Error('What all objects share was changed.')
})

const pairs = Array.from({ length: 12 }, (_, at) => `(a${at} pr or b${at} pr)`).join(' and ')

describe('a filter that would change or stop the process is refused:', () => {
  test.each([
    '__proto__.a eq "x"',
    '__proto__ eq "x"',
    'emails[__proto__.a eq "x"]',
    'emails[type eq "work" and value.__proto__.a eq "x"].value eq "y"',
    'constructor.prototype.a eq "x"',
    'Constructor.a eq "x"',
    'toString.a eq "x"',
    'hasOwnProperty pr',
    'title eq 1 and title.map.a eq 2',
    'title eq 1 and title[concat.call eq 2]',
    String.raw`title eq "x\" and __proto__.a eq "y"`,
    'title eq "( eq " and constructor.a eq "y"',
    '(title eq "x) and __proto__.a eq 1 and title eq ")',
    '"x.__proto__.a" eq 1',
    '"x.constructor.a" eq 1',
    pairs,
    String.raw`title eq "\" and ${pairs} and title eq "x"`,
    `(title eq "(" and title eq ")") and ${pairs} and title eq ")"`,
    pairs.replaceAll(/(a\d+) pr or /g, '$1 eq ""or '),
    pairs.replaceAll(/(a\d+) pr or /g, '$1 eq trueor '),
  ])('%s', async (filter) => {
    await expect(parseFilter(filter)).rejects.toMatchObject({ http: 400, scimType: 'invalidFilter' })
  })
})

describe('a filter of which the parser drops a condition is refused:', () => {
  test.each([
    'emails eq "a@acme.test" and emails.type eq "work"',
    'emails.type eq "work" and emails eq "a@acme.test"',
    'emails pr and title pr and Emails[type eq "work"]',
    'title pr or (emails eq "a@acme.test" and emails.type eq "work")',
  ])('%s', async (filter) => {
    await expect(parseFilter(filter)).rejects.toMatchObject({ http: 400, scimType: 'invalidFilter' })
  })
  test.each([
    'emails.value eq "a@acme.test" and emails.type eq "work"',
    'emails eq "a@acme.test" or emails.type eq "work"',
    'emails[type eq "work"] and title eq "emails pr"',
  ])('and no other: %s', async (filter) => {
    expect(await parseFilter(filter)).not.toEqual([])
  })
})

describe('texts may hold what names may not:', () => {
  test.each([
    'title eq "Constructor"',
    'userName eq "constructor.perez@acme.test"',
    'displayName eq "Ann (Night)"',
    String.raw`displayName eq "Acme\\Ann"`,
    'displayName eq "a or b or c or d or e or f or g or h" and (title pr or nickName pr)',
    'name.familyName eq "Map" and urn:acme:hr:2.0:User:shift.value eq "Night"',
  ])('%s', async (filter) => {
    expect(await parseFilter(filter)).toHaveLength(filter.includes('nickName') ? 2 : 1)
  })
})

describe('a patch that would change or stop the process is refused:', () => {
  test.each([
    { op: 'replace', path: 'emails[__proto__.a eq "x"].value', value: 'y' },
    { op: 'remove', path: 'emails[__proto__.a eq "x"]' },
    { op: 'replace', path: 'constructor.prototype', value: { a: 1 } },
    { op: 'replace', path: `emails[${pairs}].value`, value: 'y' },
    { op: 'remove', path: 'emails', value: [{ '__proto__.a': 1 }] },
    { op: 'remove', path: 'emails', value: [{ 'value pr or __proto__.a': 1 }] },
    { op: 'remove', path: 'emails', value: [{ value: 'x" or __proto__.a eq "y' }] },
    { op: 'remove', path: 'emails', value: [{ value: ['x or __proto__.a eq 1'] }] },
  ])('%j', async (operation) => {
    const user = { userName: 'ann@acme.test', emails: [{ value: 'ann@acme.test', type: 'work' }] }
    await expect(patched('User', user, { Operations: [operation] })).rejects.toMatchObject({ http: 400 })
  })
})

import { Failure } from '../../kernel/failure.ts'
import { refusalOf } from './answers.ts'
import { describe, expect, test } from 'vitest'
import { parseFilter, patched } from './patch.ts'
import { fits } from './fits.ts'
import { operationsOf, pageOf, ScimRefused, wantedUserOf } from './rules.ts'

const ann = {
  id: '1',
  userName: 'Ann@acme.test',
  externalId: 'x-1',
  active: true,
  name: { givenName: 'Ann', familyName: 'Fox' },
  displayName: 'Ann Fox',
  emails: [{ value: 'ann@acme.test', type: 'work', primary: true }],
  meta: { lastModified: '2026-05-01T00:00:00.000Z' },
}

describe('a filter', () => {
  test.each([
    ['userName eq "ANN@ACME.TEST"', true],
    ['username Eq "ann@acme.test"', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann@acme.test"', true],
    ['userName eq "bob@acme.test"', false],
    ['userName ne "bob@acme.test"', true],
    ['externalId eq "x-1" and active eq true', true],
    ['externalId eq "x-1" and active eq false', false],
    ['active eq false or name.familyName co "ox"', true],
    ['not (name.familyName sw "F")', false],
    ['emails[type eq "work"].value eq "ann@acme.test"', true],
    ['emails[type eq "home"].value eq "ann@acme.test"', false],
    ['emails.value ew "@acme.test"', true],
    ['emails eq "ann@acme.test"', true],
    ['title pr', false],
    ['displayName pr', true],
    ['meta.lastModified gt "2026-04-01T00:00:00Z"', true],
    ['meta.lastModified lt "2026-04-01T00:00:00Z"', false],
  ])('%s lets Ann through: %s', async (text, expected) => {
    expect(fits(ann, await parseFilter(text))).toBe(expected)
  })

  test.each(['bad', "userName eq 'x'", 'userName', 'userName eq', '((', 'x'.repeat(2_000)])(
    '%s is refused in words of SCIM',
    async (text) => {
      await expect(parseFilter(text)).rejects.toBeInstanceOf(ScimRefused)
    },
  )
})

describe('a patch', () => {
  const patch = async (...Operations: unknown[]) =>
    wantedUserOf(await patched('User', ann, { Operations }), (text) => text.trim())

  test.each([
    ['Okta', { op: 'replace', value: { active: false } }],
    ['Entra ID', { op: 'Replace', path: 'active', value: 'False' }],
    [
      'Entra ID with a schema',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: 'False' },
    ],
    ['the standard', { op: 'replace', path: 'active', value: false }],
  ])('of %s deactivates', async (_dialect, operation) => {
    expect((await patch(operation)).active).toBe(false)
  })

  test('changes names and the work email, and leaves extensions alone', async () => {
    const changed = await patch(
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'fox@acme.test' },
      { op: 'Replace', value: { 'name.givenName': 'Anna', externalId: 'x-2' } },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Ops' },
    )
    expect(changed).toMatchObject({ email: 'fox@acme.test', firstname: 'Anna', lastname: 'Fox', externalId: 'x-2' })
  })

  test.each([
    [{ op: 'destroy', path: 'active' }],
    [{ op: 'replace', value: 'text' }],
    [{ op: 'replace', path: 'active', value: 'perhaps' }],
    [{ op: 'replace', path: 'nothing.like.this', value: 1 }],
  ])('like %j is refused', async (operation) => {
    await expect(patch(operation)).rejects.toBeInstanceOf(ScimRefused)
  })

  test('needs a list of operations', () => {
    for (const body of [undefined, null, {}, { Operations: 'x' }, []])
      expect(() => operationsOf(body)).toThrow(ScimRefused)
  })

  test.each([
    [
      'has attributes',
      [{ op: 'replace', value: Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`a${nth}`, 1])) }],
    ],
    ['adds elements', [{ op: 'add', path: 'emails', value: Array.from({ length: 101 }, () => ({ value: 'x' })) }]],
  ])('is refused when it %s beyond 100, because the process does nothing else meanwhile', async (_what, Operations) => {
    await expect(patched('User', ann, { Operations })).rejects.toMatchObject({ http: 400, scimType: 'tooMany' })
  })

  test('writes names of attributes and types as it likes', async () => {
    const before = { ...ann, phoneNumbers: [{ type: 'Mobile', value: '1' }] }
    const Operations = [
      { op: 'replace', path: 'Active', value: false },
      { op: 'replace', path: 'NAME.givenname', value: 'Anna' },
      { op: 'replace', path: 'phonenumbers[Type eq "mobile"].Value', value: '2' },
    ]
    expect(await patched('User', before, { Operations })).toMatchObject({
      active: false,
      name: { givenName: 'Anna' },
      phoneNumbers: [{ type: 'Mobile', value: '2' }],
    })
  })

  test('keeps what it does not name of an extension', async () => {
    const schema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    const before = { ...ann, [schema]: { department: 'X', status: 'terminated' } }
    const after = async (operation: object) =>
      (
        (await patched('User', before, { Operations: [operation] }, { keepsExtensions: true })) as Record<
          string,
          unknown
        >
      )[schema]
    for (const operation of [
      { op: 'replace', value: { [schema]: { department: 'Y' } } },
      { op: 'replace', path: `${schema}:Department`, value: 'Y' },
    ])
      expect(await after(operation)).toEqual({ department: 'Y', status: 'terminated' })
  })

  test('adds and removes members of a group in every dialect', async () => {
    const group = { id: '9', displayName: 'Crew', members: [{ value: '1' }, { value: '2' }] }
    const membersAfter = async (operation: unknown) =>
      ((await patched('Group', group, { Operations: [operation] })) as { members?: { value: string }[] }).members?.map(
        ({ value }) => value,
      ) ?? []
    expect(await membersAfter({ op: 'Add', path: 'members', value: [{ value: '3' }] })).toEqual(['1', '2', '3'])
    expect(await membersAfter({ op: 'remove', path: 'members[value eq "2"]' })).toEqual(['1'])
    expect(await membersAfter({ op: 'Remove', path: 'members', value: [{ value: '2' }] })).toEqual(['1'])
    expect(await membersAfter({ op: 'replace', path: 'members', value: [{ value: '2' }] })).toEqual(['2'])
    expect(await membersAfter({ op: 'remove', path: 'members' })).toEqual([])
  })
})

test('a page begins at 1 and has a most', () => {
  expect(pageOf({}, 200)).toEqual({ from: 0, count: 100 })
  expect(pageOf({ startIndex: '3', count: '2' }, 200)).toEqual({ from: 2, count: 2 })
  expect(pageOf({ startIndex: '0', count: '-1' }, 200)).toEqual({ from: 0, count: 0 })
  expect(pageOf({ count: '100000' }, 200).count).toBe(200)
  expect(() => pageOf({ count: 'x' }, 200)).toThrow(ScimRefused)
})

test('a user needs a name that is an email, or an email', () => {
  const tidy = (text: string) => text.trim()
  expect(wantedUserOf({ userName: 'bo@acme.test', displayName: 'Bo Li Tan' }, tidy)).toMatchObject({
    email: 'bo@acme.test',
    firstname: 'Bo',
    lastname: 'Li Tan',
    active: undefined,
  })
  for (const resource of [undefined, null, {}, [], { userName: ' ' }, { userName: 'bo' }, { userName: 7 }])
    expect(() => wantedUserOf(resource, tidy)).toThrow(ScimRefused)
})

describe('an error', () => {
  test.each([
    [new Failure('not_found'), 404],
    [new Failure('last_owner'), 400],
    [new Failure('too_many'), 400],
    [new Failure('slow_down'), 429],
    [Object.assign(new Error('value too long'), { code: '22001' }), 400],
    [Object.assign(new Error('not a uuid'), { code: '22P02' }), 400],
    [Object.assign(new Error('taken'), { code: '23505' }), 409],
    [new Error('a bug'), 500],
  ])('like %s is answered with its status', (error, http) => {
    expect(refusalOf(error)).toMatchObject({ http, detail: expect.any(String) as unknown })
    expect(refusalOf(error).detail).not.toContain(error.message)
  })
})

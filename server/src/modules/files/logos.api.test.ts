import { uploadLogo } from '@crewline/contract/logos'
import { LOGO_BYTES, LOGO_UPLOAD_BYTES } from '@crewline/contract/organization-limits'
import { editOrganization, organizationSettings } from '@crewline/contract/organizations'
import { login, me, sendLoginLink } from '@crewline/contract/accounts'
import { discoverSso } from '@crewline/contract/sso'
import { inviteMember } from '@crewline/contract/team'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, type TestUser } from '../../../test/kit/cast.ts'
import { pdf, photo, upload } from '../../../test/kit/files.ts'
import { testApp, type Answer, type TestApp } from '../../../test/kit/test-app.ts'
import { forgetUnusedLogos } from './logos.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(t.process.kernel.database.asSystem('tests start without limits'))
  await use({ light: null, dark: null })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
const mark = (width = 300, height = 100, color = '#c01010') =>
  sharp({ create: { width, height, channels: 4, background: color } })
    .png()
    .toBuffer()

async function send(user: TestUser, bytes: Buffer, name = 'logo.png'): Promise<Answer<typeof uploadLogo>> {
  const answer = await fetch(`${t.process.address}/api${uploadLogo.path}?${new URLSearchParams({ name }).toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return { http: answer.status, body: (await answer.json()) as Answer<typeof uploadLogo>['body'] }
}
const uploaded = async (user = t.acme.ann, bytes?: Buffer) => (await send(user, bytes ?? (await mark()))).body.logo
const use = (logo: { light?: string | null; dark?: string | null }, user = t.acme.ann) =>
  t.as(user).call(editOrganization, { body: { logo } })
const open = (url: string) => fetch(t.process.address + url)

test('an uploaded logo is a small PNG without metadata that anyone can open and keep for a day', async () => {
  const { http, body } = await send(t.acme.ann, await photo(3000, 2000), 'logo.jpg')
  expect(http).toBe(200)
  // The photo lies on its side: its metadata says that it is upright.
  expect(body.logo).toMatchObject({ width: 107, height: 160 })
  const answer = await open(body.logo.url)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBeLessThanOrEqual(LOGO_BYTES)
  const { format, exif, width } = await sharp(bytes).metadata()
  expect({ format, exif, width }).toEqual({ format: 'png', exif: undefined, width: 107 })
  expect(bytes.includes('PhoneMaker')).toBe(false)
})

test('a logo full of detail becomes small enough, and stays transparent', async () => {
  const noise = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 4,
      background: '#0000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .webp({ lossless: true })
    .toBuffer()
  const { http, body } = await send(t.acme.ann, noise)
  expect(http).toBe(200)
  const bytes = Buffer.from(await (await open(body.logo.url)).arrayBuffer())
  expect(bytes.length).toBeLessThanOrEqual(LOGO_BYTES)
  const clear = await uploaded(t.acme.ann, await mark(300, 100, '#00000000'))
  const { channels } = await sharp(Buffer.from(await (await open(clear.url)).arrayBuffer())).stats()
  expect(channels.at(-1)?.max).toBe(0)
})

test.each<[what: string, bytes: () => Promise<Buffer> | Buffer, words: RegExp]>([
  ['an SVG', () => Buffer.from(svg), /SVG files can contain scripts.*Save the logo as PNG/],
  ['an SVG with a declaration', () => Buffer.from(`\uFEFF<?xml version="1.0"?>\n<!-- x -->${svg}`), /SVG files/],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /PNG, JPEG, or WebP/],
  ['a PDF', () => pdf, /PNG, JPEG, or WebP/],
  [
    'an animation',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .gif()
        .toBuffer(),
    /PNG, JPEG, or WebP/,
  ],
  ['nothing', () => Buffer.alloc(0), /PNG, JPEG, or WebP/],
  ['half a picture', async () => (await photo(600, 600)).subarray(0, 900), /can't read this picture/],
  [
    'a picture followed by a lie',
    () => Buffer.from('\x89PNG\r\n\x1a\nnot a picture', 'latin1'),
    /PNG, JPEG, or WebP|can't read/,
  ],
])('refuses %s with a sentence', async (_what, bytes, words) => {
  const { http, body } = await send(t.acme.ann, await bytes())
  expect(http).toBe(422)
  expect(body).toMatchObject({ code: 'file_refused', message: expect.stringMatching(words) as string })
})

test('refuses a file that is too large, and members who may not manage the organization', async () => {
  const large = await send(t.acme.ann, Buffer.concat([await mark(), Buffer.alloc(LOGO_UPLOAD_BYTES)]))
  expect([large.http, large.body]).toMatchObject([
    413,
    { code: 'file_too_large', message: expect.stringContaining('5 MB') as string },
  ])
  expect((await send(t.acme.gus, await mark())).http).toBe(422)
  expect((await send(t.acme.vic, await mark())).http).toBe(422)
})

test('the profile uses a logo for light and dark, shows it to every member, and audits both', async () => {
  const [light, dark] = [await uploaded(), await uploaded()]
  const { body } = await use({ light: light.id, dark: dark.id })
  expect(body.organization.logo).toEqual({ light, dark })
  const { version } = body
  expect((await t.as(t.acme.vic).call(organizationSettings)).body.organization.logo).toEqual({ light, dark })
  const mine = (await t.as(t.acme.vic).call(me)).body
  expect(mine.organization.logo).toEqual({ light, dark })
  expect(mine.organizations.find(({ id }) => id === t.acme.id)?.logo).toEqual({ light, dark })
  const same = await t.as(t.acme.ann).call(editOrganization, { body: { logo: { dark: dark.id }, version } })
  expect(same.body.version).toBe(version)
  const cleared = await t
    .as(t.acme.ann)
    .call(editOrganization, { body: { logo: { light: null, dark: null }, version } })
  expect(cleared.body.organization.logo).toBeUndefined()
  const outdated = await t.as(t.acme.ann).call(editOrganization, { body: { logo: { light: light.id }, version } })
  expect(outdated.body.code).toBe('outdated')
  // What was removed comes back with Undo.
  expect((await use({ light: light.id, dark: dark.id })).body.organization.logo).toEqual({ light, dark })
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  const { rows } = await sql<{ detail: unknown }>`
    select detail from audit_entry where org_id = ${t.acme.id} and action = 'organization.changed' order by at desc, id desc limit 2`.execute(
    db,
  )
  const [none, both] = [
    { 'logo.light': null, 'logo.dark': null },
    { 'logo.light': light.id, 'logo.dark': dark.id },
  ]
  expect(rows.map(({ detail }) => detail)).toEqual([
    { before: none, after: both },
    { before: both, after: none },
  ])
})

test('shows the list of organizations with logos to their members only, at and after the log-in', async () => {
  const { id } = await uploaded()
  await use({ light: id })
  const [member, stranger] = [t.acme.vic, t.beta.ann]
  const guest = t.as(null)
  const logIn = ({ email }: TestUser, password = PASSWORD) =>
    guest.call(login, { body: { email, password, organizationId: t.acme.id } })
  for (const { body } of [await logIn(member), await t.as(member).call(me)])
    expect(body.organizations?.find((listed) => listed.id === t.acme.id)?.logo?.light.id).toBe(id)
  const answers = [
    ...[await logIn(stranger), await t.as(stranger).call(me), await logIn(member, 'wrong')],
    ...[await guest.call(discoverSso, { body: { email: member.email } })],
    await guest.call(sendLoginLink, { body: { email: member.email } }),
  ]
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 422, 200, 200])
  for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(id)
})

test('refuses a logo of another organization, a file that is no logo, and one only for dark', async () => {
  const theirs = await uploaded(t.beta.ann)
  const file = (await upload(t, t.acme.ann, await photo())).body.file
  for (const id of [theirs.id, file.id, '018f3c6e-7a00-7000-8000-000000000001']) {
    const { http, body } = await use({ light: id })
    expect([http, body.code, body.fieldErrors]).toEqual([
      400,
      'invalid',
      { 'logo.light': 'This logo is no longer available. Upload it again.' },
    ])
    // Only logos are public, and only under their own organization.
    expect((await open(`/public/logo/${t.acme.id}/${id}`)).status).toBe(404)
  }
  const mine = await uploaded()
  expect((await use({ dark: mine.id })).body.fieldErrors).toEqual({
    'logo.dark': 'Add a logo for light backgrounds first.',
  })
  expect((await open(`/public/logo/${t.beta.id}/${mine.id}`)).status).toBe(404)
  expect((await open('/public/logo/x/y')).status).toBe(404)
})

test('an invitation shows the logo at an address that mail programs open', async () => {
  const logo = await uploaded()
  await use({ light: logo.id })
  await t.as(t.acme.ann).call(inviteMember, { body: { email: 'logo@mail.test', role: 'agent' } })
  const [mail] = await t.mailsTo('logo@mail.test')
  expect(mail?.html).toContain(
    `src="${t.process.kernel.config.publicUrl}${logo.url}" width="144" height="48" alt="Acme`,
  )
})

test('logos that were not used for 30 days are deleted with their bytes, those in use never', async () => {
  const [used, unused] = [await uploaded(), await uploaded()]
  await use({ light: used.id })
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update logo set created_at = created_at - interval '31 days', unused_since = unused_since - interval '29 days'`.execute(
    db,
  )
  await forgetUnusedLogos(t.process.kernel)
  expect((await open(unused.url)).status).toBe(200)
  await sql`update logo set unused_since = unused_since - interval '2 days'`.execute(db)
  await forgetUnusedLogos(t.process.kernel)
  expect((await open(unused.url)).status).toBe(404)
  expect((await open(used.url)).status).toBe(200)
  expect((await use({ light: unused.id })).body.code).toBe('invalid')
  const { rows } = await sql<{
    content_key: string | null
  }>`select content_key from file where id = ${unused.id}`.execute(db)
  expect(rows).toEqual([{ content_key: null }])
})

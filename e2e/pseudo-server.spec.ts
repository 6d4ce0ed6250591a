import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { unzip } from '../server/test/kit/archives.ts'
import { pagesOf } from '../server/test/kit/pdf-words.ts'
import { callAs, createAccount, freePhone, mailedLink, newUser, type TestUser } from './support/accounts.ts'
import { textFrom } from './support/broadcasts.ts'
import { registerPhone } from './support/phones.ts'
import { startPseudoServer, type PseudoServer } from './support/pseudo-server.ts'
import { plainPart, pseudo, speakPseudo, untranslated } from './support/pseudo.ts'
import { enter, expect, openListening, test as withBrowsers } from './support/test.ts'

// Server and web app in the pseudo language. What users write in these stories is Greek: every plain Latin letter is a text
// of the product that bypassed the catalogs.

/** This message is missing in the catalog of the server, so that a story can see it in English. */
const LEFT_OUT = "You're already in this organization."

const test = withBrowsers.extend<object, { server: PseudoServer }>({
  server: [
    // Playwright requires the pattern even when nothing is taken from it.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, run) => {
      const server = await startPseudoServer(LEFT_OUT)
      await run(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ server }, run) => run(server.address),
})
test.setTimeout(120_000)

/** What is data in any language: addresses, ids, times, zones, the brand, an example of a name, and the code of a language. */
const DATA =
  /https?:\/\/\S+|\S+@\S+|\b[0-9a-f-]{36}\b|\b[0-9a-f]{8,}\b|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-][\d:]+))?|America\/\w+|Crewline|Maria[\s,]+Lopez|\ben\b/g

/** Returns the plain English of a text, without data; empty when there is none. */
function plainEnglish(text: string): string {
  const plain = plainPart(text).replace(DATA, ' ')
  return /[A-Za-z]/.test(plain) ? plain.replace(/\s+/g, ' ').trim() : ''
}

/** Lists the plain English in the texts of an API answer: its toast, its message and the messages of its fields. */
function plainTexts(answer: unknown): string[] {
  const { code, message, notification, fieldErrors } = answer as {
    code?: string
    message?: string
    notification?: { title: string; message: string }
    fieldErrors?: Record<string, string>
  }
  const shown = [notification?.title, notification?.message, ...Object.values(fieldErrors ?? {})]
  // Programs read this message as a code.
  if (code !== 'past_due') shown.push(message)
  return shown.flatMap((text) => plainEnglish(text ?? '') || [])
}

/** An organization whose owner writes Greek. */
async function createGreekTeam(request: APIRequestContext): Promise<{ owner: TestUser; token: string }> {
  const owner = { ...newUser('olga'), firstname: 'Όλγα', lastname: 'Μύλλερ' }
  return { owner, token: await createAccount(request, owner, 'Ωμέγα') }
}

/**
 * Adds the sample line and gives its worker a Greek name; returns the contact's id. The notice before the first text is
 * off: it is a text for the contact, in the contact's language.
 */
async function addSample(request: APIRequestContext, token: string): Promise<string> {
  await callAs(request, token, ['PATCH', '/organization'], { settings: { firstContactNotice: false } })
  const { sample } = await callAs<{ sample: { contactId: string } }>(request, token, ['POST', '/sample'])
  const named = { firstname: 'Ζωή', lastname: 'Ρούσσου' }
  await callAs(request, token, ['PATCH', `/contact?id=${sample.contactId}`], named)
  return sample.contactId
}

/** Adds a member who writes Greek; returns the session token. */
async function addMember(request: APIRequestContext, token: string, role: string): Promise<string> {
  const { email, password } = newUser('nikos')
  await callAs(request, token, ['POST', '/organization/team'], { email, role, groupIds: [] })
  const link = await mailedLink(request, email, '/auth/accept-invitation/')
  const answer = { token: link.split('/').at(-1) ?? '', firstname: 'Νίκος', lastname: 'Παππάς', password }
  return (await callAs<{ token: string }>(request, '', ['POST', '/user/accept-invitation'], answer)).token
}

async function expectTranslated(page: Page, where: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => untranslated(page), where).toEqual([])
}

test('finds a text of the server that is in no catalog', async ({ request }) => {
  const { token } = await createGreekTeam(request)
  const headers = { authorization: `Bearer ${token}` }
  const { organization } = await callAs<{ organization: { id: string } }>(request, token, ['GET', '/user/me'])
  const data = { organizationId: organization.id }
  const answer = await request.post('/api/user/switch-org', { headers, data })
  expect(plainTexts(await answer.json())).toEqual([LEFT_OUT, LEFT_OUT])
})

test('every call refuses wrong input in the language of the reader', async ({ request }) => {
  const { token } = await createGreekTeam(request)
  const snapshot = readFileSync(join(import.meta.dirname, '../contract/contract.snapshot.json'), 'utf8')
  const { endpoints } = JSON.parse(snapshot) as { endpoints: Record<string, { method: string; path: string }> }
  const plain: string[] = []
  let refused = 0
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    const url = `/api${path.replace(/\{\w+\}/g, crypto.randomUUID())}?id=${crypto.randomUUID()}`
    for (const headers of [{ authorization: `Bearer ${token}` }, { authorization: 'Bearer none' }]) {
      // No call accepts an unknown field, so that none changes anything.
      const data = method === 'GET' ? {} : { data: { unknown: 1 } }
      const answer = await request.fetch(url, { method, headers, ...data })
      if (answer.ok()) continue
      refused += 1
      plain.push(...plainTexts(await answer.json()).map((text) => `${name}: ${text}`))
    }
  }
  expect(plain).toEqual([])
  expect(refused).toBeGreaterThan(Object.keys(endpoints).length)
})

test('every email is translated', async ({ request }) => {
  const { owner, token } = await createGreekTeam(request)
  const { email, password } = owner
  await request.post('/api/user/register', { data: owner })
  await request.post('/api/user/login-link', { data: { email } })
  await request.post('/api/user/login', { data: { email, password }, headers: { 'user-agent': '-' } })
  await addMember(request, token, 'agent')
  await request.post('/api/user/forgot-password', { data: { email } })
  const reset = (await mailedLink(request, email, '/auth/reset-password/')).split('/').at(-1) ?? ''
  await request.post(`/api/user/reset-password/${reset}`, { data: { password: 'amber window 77' } })

  const subjects = [
    'Confirm your email',
    'You already have an account',
    'Your login link',
    'Someone logged in to your account on a new device',
    'Choose a new password',
    'Your password was changed',
    '{name} joined {organization}',
    '{inviter} invited you to {organization} on Crewline',
  ].map((subject) => pseudo(subject).replace(/\{\w+\}.*/, ''))
  const mails = async (): Promise<{ subject: string; text: string; html: string }[]> =>
    ((await (await request.get('/dev/mails')).json()) as { data: { subject: string; text: string; html: string }[] })
      .data
  const startsOf = async (): Promise<string[]> => (await mails()).map(({ subject }) => subject)
  for (const start of subjects)
    await expect.poll(async () => (await startsOf()).some((subject) => subject.startsWith(start)), start).toBe(true)
  for (const { subject, text, html } of await mails()) {
    const shown = html
      .replace(/<title>.*?<\/title>/, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    expect([subject, text, shown].map(plainEnglish), subject).toEqual(['', '', ''])
  }
})

/** Returns the text of a file: of the pages of a PDF, of the cells of a workbook, or all of it. */
async function wordsOf(bytes: Buffer): Promise<string> {
  const start = bytes.subarray(0, 4).toString('latin1')
  if (start === '%PDF') return (await pagesOf(bytes)).join('\n')
  if (!start.startsWith('PK')) return bytes.toString()
  const sheets = (await unzip(bytes)).filter(({ path }) => path.startsWith('xl/worksheets/'))
  expect(sheets.length).toBeGreaterThan(0)
  return sheets.map(({ content }) => content.toString().replace(/<[^>]*>/g, ' ')).join('\n')
}

test('files are translated', async ({ request }) => {
  const { token } = await createGreekTeam(request)
  const contactId = await addSample(request, token)
  await callAs(request, token, ['POST', '/message'], { contactId, body: 'Καλημέρα' })
  await callAs(request, token, ['PATCH', `/message/archive-conversation?id=${contactId}`], { archived: true })
  await callAs(request, token, ['POST', '/consent/note'], {
    contactId,
    action: 'opt_out',
    method: 'verbal',
    wording: 'Όχι',
  })
  const headers = { authorization: `Bearer ${token}` }
  const read = async (method: string, path: string, data?: object): Promise<string> => {
    const answer = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) })
    expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
    const bytes = await answer.body()
    return wordsOf(bytes)
  }
  const transcript = {
    contactId,
    startDate: new Date(Date.now() - 3_600_000).toISOString(),
    timeZone: 'America/Chicago',
    includeNotes: true,
  }
  const files: [method: string, path: string, data?: object][] = [
    ['POST', '/message/export-conversation', { ...transcript, format: 'txt' }],
    ['POST', '/message/export-conversation', { ...transcript, format: 'csv' }],
    ['POST', '/message/export-conversation', { ...transcript, format: 'pdf' }],
    ['GET', `/consent/evidence?contactId=${contactId}`],
    ['GET', `/contact/personal-data?id=${contactId}&format=pdf`],
    ['GET', '/consent/opt-outs/export?format=csv'],
    ['GET', '/consent/opt-outs/export?format=xlsx'],
    ['GET', '/contact/import-template?format=csv'],
    ['GET', '/contact/import-template?format=xlsx'],
    ['POST', '/contact/export', { contacts: [contactId], format: 'csv' }],
    ['POST', '/contact/export', { contacts: [contactId], format: 'xlsx' }],
  ]
  for (const file of files)
    expect(plainEnglish(await read(...file)), `${file[1]} ${JSON.stringify(file[2] ?? {})}`).toBe('')
})

test('refusals, thread events and notifications are translated where users read them', async ({ page, request }) => {
  await speakPseudo(page)
  await page.goto('/auth/login')
  await page.getByLabel(pseudo('Email')).fill('nobody@mail.test')
  await page.getByLabel(pseudo('Password'), { exact: true }).fill('wrong')
  await page.getByRole('button', { name: pseudo('Log in') }).click()
  await expect(page.getByText(pseudo('Incorrect email or password. Try again or reset your password.'))).toBeVisible()
  await expectTranslated(page, 'login')

  const { token } = await createGreekTeam(request)
  const contactId = await addSample(request, token)
  const member = await addMember(request, token, 'manager')
  await callAs(request, token, ['POST', '/message'], { contactId, body: 'Καλημέρα' })
  await enter(page, token)
  await openListening(page, `/dashboard/inbox?conversation=${contactId}`)
  await expect(page.getByText('Καλημέρα').filter({ visible: true }).first()).toBeVisible()
  const { user } = await callAs<{ user: { id: string } }>(request, token, ['GET', '/user/me'])
  const assignment = { assigneeId: user.id }
  await callAs(request, member, ['PATCH', `/message/assign-conversation?id=${contactId}`], assignment)
  const note = { contactId, body: 'Κοίτα', mentions: [user.id] }
  await callAs(request, member, ['POST', '/message/note'], note)
  await callAs(request, member, ['PATCH', `/message/archive-conversation?id=${contactId}`], { archived: true })
  await callAs(request, member, ['PATCH', `/message/archive-conversation?id=${contactId}`], { archived: false })
  await expect(page.getByText('Κοίτα').filter({ visible: true }).first()).toBeVisible()
  await expectTranslated(page, 'thread')
  await page.getByRole('button', { name: pseudo('Notifications').slice(0, -1) }).click()
  await page.getByRole('tab', { name: pseudo('Updates').slice(0, -1) }).click()
  await expect(page.getByText(pseudo('{by} mentioned you').replace('{by}', 'Νίκος Παππάς'))).toBeVisible()
  await expectTranslated(page, 'notifications')
  await page.keyboard.press('Escape')
})

test('push messages are translated', async ({ server }) => {
  // A push service has to be on port 443, so these are the texts of push messages and not their way. The content of each
  // kind is what the follower gives, and a kind that is added fails to compile in the server.
  const names = { contactId: 'id', contact: 'Ζωή Ρούσσου', by: 'Νίκος Παππάς', preview: 'Κοίτα', seconds: 72 }
  const kinds = ['assigned', 'mention', 'voicemail', 'inbound']
  const texts = (await server.evaluate(
    'modules/notifications/words.ts',
    `${JSON.stringify(kinds)}.map((kind) => it.renderNotification({ kind, ...${JSON.stringify(names)} }, 'en'))`,
  )) as { title: string; message: string }[]
  expect(texts.map(({ title, message }) => [title, message].map(plainEnglish))).toEqual(kinds.map(() => ['', '']))
  expect(texts[0]?.title).toBe(pseudo('{contact} is yours').replace('{contact}', names.contact))
})

test('the notice and the list of what could not be stored are translated', async ({ page, request, server }) => {
  await speakPseudo(page)
  const { token } = await createGreekTeam(request)
  const [line, phone] = [freePhone(), freePhone()]
  const number = { carrier: 'simulated', phone: line, label: 'Πύλη', textsPerSecond: 50 }
  await callAs(request, token, ['POST', '/line'], number)
  await registerPhone(request, phone, 'Ζωή')
  // Before the page reads: the lock of a new trigger could end one of its calls.
  await server.run(`create function refuse_text() returns trigger language plpgsql as $$
      begin raise exception using errcode = '22000', message = 'no'; end $$;
    create trigger refuse_text before insert on message for each row
      when (new.body = 'Δηλητήριο') execute function refuse_text()`)
  await enter(page, token)
  await openListening(page, '/dashboard/settings?tab=numbers')
  await textFrom(request, phone, line, 'Δηλητήριο')
  await expect(page.getByText(pseudo("Something couldn't be saved"))).toBeVisible({ timeout: 45_000 })
  await expectTranslated(page, 'the notice')

  // The open page shows it by itself.
  const card = page.getByRole('region', { name: pseudo("Couldn't be saved") })
  const entry = card.getByRole('listitem').filter({ hasText: 'Δηλητήριο' })
  await expect(entry).toBeVisible()
  await entry.getByRole('button', { name: pseudo('Try again') }).click()
  await expect(entry.getByRole('button', { name: pseudo('Discard') })).toBeVisible()
  await expectTranslated(page, 'an event that still cannot be stored')
  // Without a lock on the table, which could end a call of the page.
  await server.run(`create or replace function refuse_text() returns trigger language plpgsql as $$
    begin return new; end $$`)
  await entry.getByRole('button', { name: pseudo('Try again') }).click()
  await expect(page.getByText(pseudo('It now appears in its conversation.'))).toBeVisible()
})

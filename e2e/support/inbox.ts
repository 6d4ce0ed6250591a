import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { addLine } from './broadcasts.ts'
import { createTeam } from './people.ts'
import { registerPhone } from './phones.ts'

/**
 * Teammates of the second demo organization. Only these tests use its inbox, so that other tests do not move its rows.
 */
export const MANAGER = 'rosa.delgado@demo.test'
export const AGENT = 'eric.johansson@demo.test'
/** The line of that organization. */
const LINE = '+13125550102'
const PASSWORD = 'crewline-demo'

/** A contact of one test, with its own phone. */
export interface TestContact {
  id: string
  firstname: string
  name: string
  phone: string
  /** Texts the organization from the phone. */
  text: (body: string, files?: { mime: string; data: string }[]) => Promise<void>
  /** Every message that arrived on the phone, oldest first. */
  got: () => Promise<{ body: string; media?: unknown[] }[]>
  /** Sets or clears delivery faults of the phone. */
  faults: (faults: { delivery?: string }) => Promise<void>
  /** Calls the organization and leaves a voicemail of this many seconds. */
  leaveVoicemail: (seconds: number) => Promise<void>
}

let made = 0

function newPhoneAndName(): { phone: string; lastname: string } {
  made += 1
  const unique = (Date.now() + made * 7919 + process.pid * 104_729) % 8_000_000
  const lastname = Array.from(unique.toString(8), (digit) => 'abcdefgh'[Number(digit)] ?? '').join('')
  const local = String(2_000_000 + unique)
  // 211, 311 and so on up to 911 are not exchanges: a number that contains one is invalid.
  const number = /^\d11/.test(local) ? String(Number(local) + 10_000) : local
  return { phone: `+1555${number}`, lastname: `${lastname.slice(0, 1).toUpperCase()}${lastname.slice(1)}` }
}

type DemoCall = <T>(method: string, path: string, data?: unknown) => Promise<T>

/** An organization as contacts and stories use it: its API and the line that contacts text. */
export interface Place {
  call: DemoCall
  line: string
}

/**
 * Returns the organization of one test with a line and without quiet hours, for stories that a text to another contact of
 * the organization would disturb: in the demo, other stories run at the same time.
 */
export async function ownPlace(page: Page, request: APIRequestContext, firstname: string): Promise<Place> {
  const team = await createTeam(page, request, firstname)
  await team.call('PATCH', '/organization', { settings: { quietHours: { mode: 'off', start: '21:00', end: '08:00' } } })
  return { call: team.call, line: await addLine(team) }
}

/** Returns a function that calls the API as a user of the demo. */
export async function demoCall(request: APIRequestContext, email: string): Promise<DemoCall> {
  const answer = await request.post('/api/user/login', { data: { email, password: PASSWORD } })
  const opened = (await answer.json()) as { token?: string; status: string }
  expect(opened, `log-in of ${email}`).toMatchObject({ status: 'OK', token: expect.any(String) })
  const { token } = opened
  return async <T>(method: string, path: string, data?: unknown) => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await request.fetch(`/api${path}`, { method, headers, ...(data === undefined ? {} : { data }) })
    const body = (await reply.json()) as T & { status: string }
    expect(body.status, `${method} ${path}: ${JSON.stringify(body).slice(0, 300)}`).toBe('OK')
    return body
  }
}

/** Adds a unique contact with a phone on the simulated network, by default in the second demo organization. */
export async function newContact(
  request: APIRequestContext,
  firstname: string,
  more: { language?: string; timezone?: string } = {},
  place?: Place,
): Promise<TestContact> {
  const { phone, lastname } = newPhoneAndName()
  const name = `${firstname} ${lastname}`
  await registerPhone(request, phone, name)
  const { call, line } = place ?? { call: await demoCall(request, MANAGER), line: LINE }
  const { contact } = await call<{ contact: { id: string } }>('POST', '/contact', {
    firstname,
    lastname,
    phone,
    ...more,
  })
  const { id } = contact
  const handset = `/dev/carrier/control/handsets/${encodeURIComponent(phone)}`
  async function control(method: 'post' | 'patch', path: string, data: unknown): Promise<unknown> {
    const answer = await request[method](`${handset}${path}`, { data })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.status() === 204 ? undefined : answer.json()
  }
  return {
    id,
    firstname,
    name,
    phone,
    text: async (body, files = []) => void (await control('post', '/texts', { body, to: line, files })),
    got: async () => {
      const { texts } = (await (await request.get(handset)).json()) as {
        texts: { direction: string; state: string; body: string; at: string; media?: unknown[] }[]
      }
      return texts
        .filter(({ direction, state }) => direction === 'in' && state !== 'undelivered')
        .toSorted((a, b) => a.at.localeCompare(b.at))
    },
    faults: async (faults) => void (await control('patch', '', { faults })),
    leaveVoicemail: async (seconds) => {
      const { call: ringing } = (await control('post', '/calls', { to: line })) as { call: { id: string } }
      await control('post', `/calls/${ringing.id}/message`, { seconds })
    },
  }
}

/** Waits until a phone has a message with this text. */
export async function arrived(contact: TestContact, text: string): Promise<void> {
  await expect
    .poll(async () => (await contact.got()).map(({ body }) => body).filter((body) => body.includes(text)).length)
    .toBeGreaterThan(0)
}

/** Turns off the undo delay on this page, for tests that are not about Undo. */
export async function withoutUndo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('crewline/v1/writing', JSON.stringify({ undoSeconds: 0 }))
  })
}

/** Opens the conversation with a contact and waits for the composer. */
export async function openConversation(page: Page, contact: TestContact): Promise<Locator> {
  await page.goto(`/dashboard/inbox?status=open&conversation=${contact.id}`)
  await expect(composerOf(page, contact)).toBeVisible()
  return composerOf(page, contact)
}

/** The message field of a contact's thread. */
export const composerOf = (page: Page, { name }: TestContact): Locator =>
  page.getByRole('textbox', { name: `Message to ${name}` })

/** Locates the row of a contact in the list. */
export const rowOf = (page: Page, { name }: TestContact): Locator =>
  page.getByRole('region', { name: 'Conversations' }).locator('[data-conversation]').filter({ hasText: name })

/** The open thread. */
export const threadOf = (page: Page): Locator => page.getByRole('region', { name: 'Messages' })

/** The toasts that contain a text. */
export const toastOf = (page: Page, text: string | RegExp): Locator =>
  page.locator('.mantine-Notification-root').filter({ hasText: text })

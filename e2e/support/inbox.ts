import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { ownPhone } from './phones.ts'

/** Teammates of the demo's second organization: its inbox is for these tests alone, so that rows of others keep their place. */
export const MANAGER = 'rosa.delgado@demo.test'
export const AGENT = 'eric.johansson@demo.test'
/** The number of that organization. */
const LINE = '+13125550102'
const PASSWORD = 'crewline-demo'

/** A worker of one test: a contact of the demo's second organization with a phone of their own. */
export interface Worker {
  id: string
  firstname: string
  name: string
  phone: string
  /** Texts the organization from the phone. */
  text: (body: string, files?: { mime: string; data: string }[]) => Promise<void>
  /** Every text that arrived on the phone, the oldest first. */
  got: () => Promise<{ body: string; media?: unknown[] }[]>
  /** Puts the phone into trouble or out of it. */
  faults: (faults: { delivery?: string }) => Promise<void>
  /** Calls the organization and leaves a message of so many seconds. */
  leaveVoicemail: (seconds: number) => Promise<void>
}

let made = 0

function fresh(): { phone: string; lastname: string } {
  made += 1
  const unique = (Date.now() + made * 7919 + process.pid * 104_729) % 8_000_000
  const lastname = Array.from(unique.toString(8), (digit) => 'abcdefgh'[Number(digit)] ?? '').join('')
  const local = String(2_000_000 + unique)
  // 211, 311 and so on up to 911 are no exchanges: a number in one is no number.
  const number = /^\d11/.test(local) ? String(Number(local) + 10_000) : local
  return { phone: `+1555${number}`, lastname: `${lastname.slice(0, 1).toUpperCase()}${lastname.slice(1)}` }
}

/** Calls of the API as somebody of the demo. */
type DemoCall = <T>(method: string, path: string, data?: unknown) => Promise<T>

/** Lets a program call the API as somebody of the demo. */
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

/** Adds somebody nobody else has, with a phone on the simulated network. */
export async function newWorker(
  request: APIRequestContext,
  firstname: string,
  more: { language?: string; timezone?: string } = {},
): Promise<Worker> {
  const { phone, lastname } = fresh()
  const name = `${firstname} ${lastname}`
  await ownPhone(request, phone, name)
  const call = await demoCall(request, MANAGER)
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
    text: async (body, files = []) => void (await control('post', '/texts', { body, to: LINE, files })),
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
      const { call: ringing } = (await control('post', '/calls', { to: LINE })) as { call: { id: string } }
      await control('post', `/calls/${ringing.id}/message`, { seconds })
    },
  }
}

/** Waits until a phone has a text with these words. */
export async function arrived(worker: Worker, words: string): Promise<void> {
  await expect
    .poll(async () => (await worker.got()).map(({ body }) => body).filter((body) => body.includes(words)).length)
    .toBeGreaterThan(0)
}

/** Sends at once on this page, for tests that are not about Undo. */
export async function withoutUndo(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('crewline/v1/writing', JSON.stringify({ undoSeconds: 0 }))
  })
}

/** Opens the conversation with somebody and waits for the place to write. */
export async function openConversation(page: Page, worker: Worker): Promise<Locator> {
  await page.goto(`/dashboard/inbox?conversation=${worker.id}`)
  await expect(composerOf(page, worker)).toBeVisible()
  return composerOf(page, worker)
}

/** Where one writes to somebody. */
export const composerOf = (page: Page, { name }: Worker): Locator =>
  page.getByRole('textbox', { name: `Message to ${name}` })

/** The row of somebody in the list. */
export const rowOf = (page: Page, { name }: Worker): Locator =>
  page.getByRole('region', { name: 'Conversations' }).locator('[data-conversation]').filter({ hasText: name })

/** The messages of the open thread. */
export const threadOf = (page: Page): Locator => page.getByRole('region', { name: 'Messages' })

/** The toasts of a page. */
export const toastOf = (page: Page, words: string | RegExp): Locator =>
  page.locator('.mantine-Notification-root').filter({ hasText: words })

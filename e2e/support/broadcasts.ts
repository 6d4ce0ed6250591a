import type { APIRequestContext } from '@playwright/test'
import { freePhone } from './accounts.ts'
import { addContacts, expect, type TestTeam } from './people.ts'
import { registerPhone } from './phones.ts'

/** The path of the list of broadcasts. */
export const listPath = '/dashboard/broadcasts'

/** A draft as the API returns it. */
export interface TestDraft {
  id: string
  version: number
  audience: unknown
}

/** Creates a draft as the owner; it is sent at any hour, because tests run at any hour. */
export async function createDraft({ call }: TestTeam, content: Record<string, unknown>): Promise<TestDraft> {
  const { broadcast } = await call<{ broadcast: TestDraft }>('POST', '/broadcast', {
    options: { quietHours: 'send', quietReason: 'Tests run at night too' },
    ...content,
  })
  return broadcast
}

/** Launches a draft to as many people as it has now. */
export async function launch({ call }: TestTeam, { id, version, audience }: TestDraft): Promise<void> {
  const { count } = await call<{ count: { recipients: number } }>('POST', '/broadcast/recipient-count', { audience })
  await call('POST', `/broadcast/${id}/launch`, { version, expectedRecipients: count.recipients })
}

/** Adds a number to send from and returns it; `textsPerSecond` makes it slow enough to watch. */
export async function addLine({ call }: TestTeam, textsPerSecond = 50): Promise<string> {
  const phone = freePhone()
  await call('POST', '/line', { carrier: 'simulated', phone, label: 'Main', textsPerSecond })
  return phone
}

/** Adds a number to send from, and three contacts: two with a mobile and one without. */
export async function createCrew(team: TestTeam): Promise<void> {
  await addLine(team)
  await addContacts(team, [
    { firstname: 'Ana', lastname: 'Ruiz', phone: freePhone() },
    { firstname: 'Ben', lastname: 'Cho', phone: freePhone() },
    { firstname: 'Cleo', lastname: 'Diaz' },
  ])
}

/** At most this many numbers are added by one call. */
const NUMBERS_PER_CALL = 500

/** Adds many contacts by their numbers alone, each with a phone on the simulated network; returns the numbers. */
export async function addNumbers(
  request: APIRequestContext,
  { call }: TestTeam,
  many: number,
): Promise<{ phones: string[]; contactIds: string[] }> {
  const phones = Array.from({ length: many }, () => freePhone())
  const contactIds: string[] = []
  for (let at = 0; at < many; at += NUMBERS_PER_CALL) {
    const numbers = phones.slice(at, at + NUMBERS_PER_CALL)
    await Promise.all(numbers.map((phone) => registerPhone(request, phone, phone)))
    const { contacts } = await call<{ contacts: { id: string }[] }>('POST', '/broadcast/add-numbers', { numbers })
    contactIds.push(...contacts.map(({ id }) => id))
  }
  expect(contactIds).toHaveLength(many)
  return { phones, contactIds }
}

/** Makes the carrier fail what it should deliver to a phone, or disturb the receipts of it. */
export async function setFaults(
  request: APIRequestContext,
  phone: string,
  faults: { delivery?: string; receipts?: string },
): Promise<void> {
  const path = `/dev/carrier/control/handsets/${encodeURIComponent(phone)}`
  const answer = await request.patch(path, { data: { faults } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Texts the organization from a phone. */
export async function textFrom(request: APIRequestContext, phone: string, to: string, body: string): Promise<void> {
  const path = `/dev/carrier/control/handsets/${encodeURIComponent(phone)}/texts`
  const answer = await request.post(path, { data: { body, to } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

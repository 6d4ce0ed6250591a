import { CelebrationContent, saveCelebration } from '@crewline/contract/celebrations'
import { sql } from 'kysely'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { celebrateDue } from '../../src/modules/celebrations/index.ts'
import type { TestUser } from './cast.ts'
import type { TestApp } from './test-app.ts'

/** A birthday text at nine, unless it says otherwise. */
export const contentOf = (more: Partial<CelebrationContent> = {}): CelebrationContent =>
  CelebrationContent.parse({
    name: 'Birthdays',
    kind: 'birthday',
    texts: [{ en: 'Happy birthday, {first_name}!', es: '¡Feliz cumpleaños, {first_name}!' }],
    ...more,
  })

/** Creates a celebration that is off; returns its id. */
export async function makeCelebration(
  t: TestApp,
  more: Partial<CelebrationContent> = {},
  user: TestUser = t.acme.ann,
): Promise<string> {
  const { body } = await t.as(user).call(saveCelebration, { query: {}, body: contentOf(more) })
  if (body.status !== 'OK') throw new Error(JSON.stringify(body))
  return body.celebration.id
}

/** Turns a celebration on at a moment of the test. */
export async function turnOnAt(t: TestApp, id: string, at: Date): Promise<void> {
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update celebration set on_since = ${at}, look_at = ${at}, looked_at = null where id = ${id}`.execute(db)
}

/** Returns a process whose clock shows a moment. */
export function at(kernel: Kernel, now: Date): Kernel {
  return { ...kernel, world: { ...kernel.world, now: () => now } }
}

/** Looks at everything that is due at a moment. */
export async function celebrateAt(t: TestApp, now: Date): Promise<void> {
  while ((await celebrateDue(at(t.process.kernel, now))).found);
}

/** Adds a contact with these columns; returns the id. */
export async function addPerson(
  t: TestApp,
  firstname: string,
  columns: {
    birthday?: string
    hireDate?: string
    timezone?: string
    language?: string
    custom?: object
    phone?: string | null
  },
): Promise<string> {
  const { world, database } = t.process.kernel
  const id = world.id()
  const { birthday = null, hireDate = null, timezone = null, language = 'en', custom = {} } = columns
  const phone = columns.phone === undefined ? nextPhone() : columns.phone
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, phone, birthday, hire_date, timezone, language, custom, source, created_at, updated_at)
    values (${t.acme.id}, ${id}, ${firstname}, 'Worker', ${firstname.toLowerCase()}, ${phone}, ${birthday}, ${hireDate}, ${timezone}, ${language},
      ${JSON.stringify(custom)}::jsonb, 'manual', now(), now())`.execute(database.ofOrg(t.acme.id))
  return id
}

let phones = 0
const nextPhone = () => `+1415${String(7_000_000 + (phones += 1))}`

/** What became of each date, with the text that was queued. */
export async function recordsOf(t: TestApp, celebrationId: string) {
  const found = await sql<{
    name: string
    contactId: string
    year: number
    state: string
    reason: string | null
    body: string | null
    waits: boolean | null
  }>`
    select c.firstname as name, s.contact_id as "contactId", s.year, s.state, s.reason, m.body, m.state = 'scheduled' as waits
    from celebration_send s join contact c on c.id = s.contact_id left join message m on m.id = s.message_id
    where s.celebration_id = ${celebrationId} order by s.year, c.firstname`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  return found.rows
}

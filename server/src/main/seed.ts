import { sql } from 'kysely'
import type { Kernel } from '../kernel/kernel.ts'
import type { Db } from '../kernel/db/pool.ts'
import { converse, type DemoConversation } from './demo/casting.ts'
import { chanceFrom } from './demo/chance.ts'
import { gather } from './demo/groups.ts'
import { makeMonths, writeHouse, type Housed } from './demo/house.ts'
import { fictionalNumbers, hire } from './demo/people.ts'
import { writeConsent } from './demo/standing.ts'
import { writeContacts, writeConversations, writeGroups } from './demo/write.ts'

/** Any number will do as long as nothing else uses it as an advisory lock. */
const SEED_LOCK = 7_260_115

/**
 * Fills a database that holds no organization with the demo, all of it or nothing; answers whether it did. Two
 * processes that start at once make one demo.
 */
export async function seedDemo(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('the demo is seeded')
  return system.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(db)
    const found = await sql`select from organization limit 1`.execute(db)
    if (found.rows.length > 0) return false
    const nowMs = kernel.world.now().getTime()
    const chance = chanceFrom(20_260_101)
    const numbers = fictionalNumbers(chance)
    for (const housed of await writeHouse(kernel, db, nowMs)) await settle(db, housed, numbers, nowMs)
    return true
  })
}

async function settle(db: Db, housed: Housed, numbers: string[], nowMs: number): Promise<void> {
  const { organization, id, senders, line, nightLine } = housed
  const chance = chanceFrom(organization.contacts)
  const contacts = hire(chance, organization, numbers, nowMs)
  const groups = gather(chance, organization, contacts, nowMs)
  const onNights = new Set(groups.find((group) => group.name === 'Night shift')?.contactIds.filter(() => chance.happens(0.55)))
  const lineOf = (contact: { id: string }) => (nightLine && onNights.has(contact.id) ? nightLine : line)
  const conversations: DemoConversation[] = converse(chance, { organization, contacts, senders, lineOf, nowMs })
  await makeMonths(db, Math.min(nowMs, ...conversations.map((one) => one.messages[0]?.at ?? nowMs)), nowMs)
  await writeContacts(db, id, contacts)
  await writeConversations(db, id, conversations)
  await writeConsent(db, id, contacts, conversations)
  await writeGroups(db, id, groups, new Map(conversations.map((one) => [one.contact.id, one.messages.at(-1)?.at ?? nowMs])))
}

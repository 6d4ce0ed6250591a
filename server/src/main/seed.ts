import { sql } from 'kysely'
import type { Kernel } from '../kernel/kernel.ts'
import type { Db } from '../kernel/db/pool.ts'
import { converse, type DemoConversation } from './demo/casting.ts'
import { chanceFrom } from './demo/chance.ts'
import { gather } from './demo/groups.ts'
import { seedHandsets } from './demo/handsets.ts'
import { makeMonths, writeHouse, type Housed } from './demo/house.ts'
import { castCrew, type Character } from './demo/main-characters.ts'
import { fictionalNumbers, hire } from './demo/people.ts'
import { storytellerOf } from './demo/storyteller.ts'
import { writeTeam } from './demo/team.ts'
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
  const characters = await system.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(db)
    const found = await sql`select from organization limit 1`.execute(db)
    if (found.rows.length > 0) return null
    const nowMs = kernel.world.now().getTime()
    const numbers = fictionalNumbers(chanceFrom(20_260_101))
    const crew: Character[] = []
    for (const housed of await writeHouse(kernel, db, nowMs))
      crew.push(...(await settle(kernel, db, housed, { numbers, nowMs })))
    return crew
  })
  if (!characters) return false
  await seedHandsets(kernel, characters)
  return true
}

/** Fills one organization; answers the main characters where they work there. */
async function settle(
  kernel: Kernel,
  db: Db,
  housed: Housed,
  { numbers, nowMs }: { numbers: string[]; nowMs: number },
): Promise<Character[]> {
  const { organization, id, senders, line, nightLine } = housed
  const chance = chanceFrom(organization.contacts)
  const crew = organization.key === 'acme' ? castCrew(chance, organization.name, { line, senders, nowMs }) : []
  const hired = hire(chance, organization, organization.contacts - crew.length, { numbers, nowMs })
  const contacts = [...crew.map(({ conversation }) => conversation.contact), ...hired]
  const groups = gather(chance, organization, contacts, nowMs)
  const onNights = new Set(
    groups.find((group) => group.name === 'Night shift')?.contactIds.filter(() => chance.happens(0.55)),
  )
  const lineOf = (contact: { id: string }) => (nightLine && onNights.has(contact.id) ? nightLine : line)
  const cast = {
    organization,
    contacts: hired,
    senders,
    lineOf,
    storyteller: storytellerOf(chance, organization),
    nowMs,
  }
  const conversations: DemoConversation[] = [...crew.map(({ conversation }) => conversation), ...converse(chance, cast)]
  await makeMonths(db, Math.min(nowMs, ...conversations.map((one) => one.messages[0]?.at ?? nowMs)), nowMs)
  await writeContacts(db, id, contacts)
  await writeConversations(db, id, conversations)
  await writeConsent(db, id, contacts, conversations)
  await writeGroups(
    db,
    id,
    groups,
    new Map(conversations.map((one) => [one.contact.id, one.messages.at(-1)?.at ?? nowMs])),
  )
  if (organization.key === 'acme') await writeTeam(kernel, db, id, { groups, nowMs })
  return crew
}

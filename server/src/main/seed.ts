import { sql } from 'kysely'
import type { Kernel } from '../kernel/kernel.ts'
import type { Db } from '../kernel/db/pool.ts'
import { queueOf } from '../kernel/runs/step.ts'
import { connectModules, modules } from './modules.ts'
import { writeRelated } from './demo/related.ts'
import { buyPlans } from './demo/billing.ts'
import { writeApiKeys } from './demo/api-keys.ts'
import { writeBroadcasts } from './demo/broadcasts.ts'
import { writeCelebrations } from './demo/celebrations.ts'
import { writeNews } from './demo/news.ts'
import { writeForms } from './demo/forms.ts'
import { writeOptInPage } from './demo/opt-in.ts'
import { converse, type DemoConversation } from './demo/casting.ts'
import { chanceFrom } from './demo/chance.ts'
import { offerHelp, shareWithPlants } from './demo/family.ts'
import { gather } from './demo/groups.ts'
import { connectHrSystem } from './demo/hr.ts'
import { seedHandsets } from './demo/handsets.ts'
import { makeMonths, writeOrganizations, type SeededOrganization } from './demo/write-organization.ts'
import { writeRepliesAndKeywords } from './demo/saved-replies.ts'
import { castCrew, type Character } from './demo/main-characters.ts'
import { writeOneImport } from './demo/one-import.ts'
import { valuesOf, writeFields } from './demo/own-fields.ts'
import { fictionalNumbers, hire } from './demo/people.ts'
import { fillGroups, writeSmartGroups } from './demo/smart-groups.ts'
import { storytellerOf } from './demo/storyteller.ts'
import { writeTeam } from './demo/team.ts'
import { scheduleForTomorrow } from './demo/tomorrow.ts'
import { leaveVoicemails, writeVoicemails } from './demo/voicemails.ts'
import { shareOut, writeTeamwork } from './demo/teamwork.ts'
import { writeConsent } from './demo/reachability.ts'
import { writeRecords } from './demo/records.ts'
import { registerWithCarrier } from './demo/registration.ts'
import { writeContacts } from './demo/write-contacts.ts'
import { writeWebhooks } from './demo/webhooks.ts'
import { writeShifts } from './demo/shifts.ts'
import { writeConversations, writeGroups } from './demo/write.ts'

/** Any number that no other advisory lock uses. */
const SEED_LOCK = 7_260_115

/**
 * Seeds a database without organizations with the demo, all or nothing; returns whether it did. Two processes that
 * start at the same time create one demo.
 */
export async function seedDemo(kernel: Kernel): Promise<boolean> {
  connectModules()
  const system = kernel.database.asSystem('the demo is seeded')
  let acme: SeededOrganization | undefined
  const organizations: SeededOrganization[] = []
  const characters = await system.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(db)
    const existing = await sql`select from organization limit 1`.execute(db)
    if (existing.rows.length > 0) return null
    const nowMs = kernel.world.now().getTime()
    const numbers = fictionalNumbers(chanceFrom(20_260_101))
    const crew: Character[] = []
    for (const seeded of await writeOrganizations(kernel, db, nowMs)) {
      if (seeded.organization.key === 'acme') acme = seeded
      organizations.push(seeded)
      crew.push(...(await settle(kernel, db, seeded, { numbers, nowMs })))
    }
    return crew
  })
  if (!characters) return false
  await kernel.jobs.start(modules.flatMap((module) => module.durableRuns ?? []).map(queueOf))
  await buyPlans(kernel, organizations)
  await fillGroups(kernel)
  if (acme) await shareWithPlants(kernel, acme)
  if (acme) await offerHelp(kernel, acme)
  if (acme) await giveBroadcasts(kernel, acme, characters)
  if (acme) await connectHrSystem(kernel, acme)
  if (acme) await connectPrograms(kernel, acme)
  if (acme) await writeRecords(kernel, acme)
  await seedHandsets(kernel, characters)
  // Adds to what the phones wrote to the ledger of the simulated carrier.
  if (acme) await registerWithCarrier(kernel, acme)
  const [first] = characters
  if (acme && first) await scheduleForTomorrow(kernel, acme, first)
  return true
}

/** Adds the API keys and webhooks, some of them only for the night shift. */
async function connectPrograms(kernel: Kernel, acme: SeededOrganization): Promise<void> {
  const found = await sql<{ id: string }>`
    select id from contact_group where name = 'Night shift' and archived_at is null`.execute(
    kernel.database.ofOrg(acme.id),
  )
  const [group] = found.rows
  if (!group) return
  await writeApiKeys(kernel, acme, group.id)
  await writeWebhooks(kernel, acme, group.id)
}

/** Writes the broadcasts, and adds those to the main characters to their threads, which their phones show. */
async function giveBroadcasts(kernel: Kernel, acme: SeededOrganization, characters: Character[]): Promise<void> {
  const phones = new Set(characters.map(({ member }) => member.phone))
  await writeOptInPage(kernel, acme.id)
  await writeCelebrations(kernel, acme.id)
  await writeNews(kernel, acme.id)
  await writeForms(kernel, acme.id)
  const messages = Map.groupBy(await writeBroadcasts(kernel, acme, phones), (message) => message.contactId)
  for (const { conversation } of characters)
    conversation.messages.push(...(messages.get(conversation.contact.id) ?? []))
}

/** Fills one organization; returns the main characters if they work there. */
async function settle(
  kernel: Kernel,
  db: Db,
  seeded: SeededOrganization,
  { numbers, nowMs }: { numbers: string[]; nowMs: number },
): Promise<Character[]> {
  const { organization, id, senders, line, nightLine } = seeded
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
  const others = converse(chance, cast)
  const conversations: DemoConversation[] = [...crew.map(({ conversation }) => conversation), ...others]
  const isAcme = organization.key === 'acme'
  writeRelated(conversations, others, nowMs)
  const voicemails = isAcme ? leaveVoicemails(others, nowMs) : []
  await makeMonths(
    db,
    Math.min(nowMs, ...conversations.map((conversation) => conversation.messages[0]?.at ?? nowMs)),
    nowMs,
  )
  shareOut(chanceFrom(organization.contacts + 1), { conversations, senders, nowMs })
  const hasFields = organization.trade === 'food'
  const fieldChance = chanceFrom(organization.contacts + 2)
  await writeContacts(db, id, contacts, hasFields ? valuesOf(fieldChance, { contacts, groups, nowMs }) : new Map())
  if (hasFields) await writeFields(db, id, nowMs)
  await writeConversations(db, id, conversations)
  await writeVoicemails(kernel, db, id, voicemails)
  await writeTeamwork(db, id, chanceFrom(organization.contacts + 1), { conversations, senders, nowMs })
  await writeConsent(db, id, contacts, conversations)
  await writeGroups(
    db,
    id,
    groups,
    new Map(conversations.map((conversation) => [conversation.contact.id, conversation.messages.at(-1)?.at ?? nowMs])),
  )
  await writeShifts(db, id, groups)
  if (!isAcme) return crew
  await writeSmartGroups(db, id, nowMs)
  await writeTeam(kernel, db, id, { groups, nowMs })
  const [owner] = senders
  if (owner) await writeRepliesAndKeywords(db, id, owner, nowMs)
  if (owner) await writeOneImport(db, id, { contacts, owner, nowMs })
  return crew
}

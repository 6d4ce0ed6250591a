import type { HrWelcome } from '@crewline/contract/hr'
import { HR_WELCOME_EXPIRES_MS } from '@crewline/contract/hr-limits'
import { BroadcastAudience } from '@crewline/contract/broadcast-audience'
import { BroadcastMessage } from '@crewline/contract/broadcasts'
import type { Tx } from '../../kernel/scope.ts'
import { chosenContacts, contactsToMerge, makeComposer, sendingLines, spendingCap } from '../broadcasts/index.ts'
import { LANE, pendingTexts, queue, restingOf, statesOf, textBatches } from '../messages/index.ts'
import { personHash } from './person-rules.ts'
import { settingsFrom } from './settings-rules.ts'
import type { Connection } from './store/connection.ts'
import { markWelcomed, type AppliedRow, type RowWelcome } from './store/rows.ts'
import { addWelcomes, markCanceled } from './store/welcomes.ts'
import { reachable, welcomesOf, welcomingSyncs } from './welcome-views.ts'

type Draft = Parameters<typeof queue>[2][number]

/** Why a person gets no welcome text. */
type Obstacle = Exclude<RowWelcome, 'possible' | 'queued'>

/**
 * Queues the welcome texts of people whom a sync just added, in the transaction that adds them. Only who agreed to get texts,
 * by the statement of the organization, gets one, and each person of a source gets one at most. A text waits while its
 * person rests.
 */
export async function welcomePeople(tx: Tx, syncId: string, rows: AppliedRow[], connection: Connection): Promise<void> {
  const { welcome } = settingsFrom(connection.settings)
  // Without the statement of the organization, no one agreed to get texts.
  if (!welcome.isOn || connection.agreedBy === null || rows.length === 0) return
  const drafts = await draftsFor(tx, welcome, rows)
  const hashOf = (row: AppliedRow) => personHash(tx, tx.orgId, row.externalId)
  const found = rows.flatMap((row) => {
    const draft = drafts.get(row.row)
    return typeof draft === 'object' ? [{ row, draft, personHash: hashOf(row), messageId: draft.id }] : []
  })
  const added = await addWelcomes(tx, connection.source, found)
  // Those of a sync are paused together when the spending cap is reached while they wait.
  if (added.size > 0) await textBatches.add(tx, syncId)
  await queue(
    tx,
    LANE.broadcast,
    found.flatMap((person) => (added.has(person.personHash) ? [{ ...person.draft, heldBy: syncId }] : [])),
  )
  await markWelcomed(
    tx,
    syncId,
    rows.map((row) => {
      const draft = drafts.get(row.row) ?? 'unreachable'
      return { row: row.row, welcome: typeof draft === 'object' ? 'queued' : draft }
    }),
  )
}

/**
 * Pauses the welcome texts that no carrier has, because the spending cap is reached, or lets them go on. Those that are late by
 * then are not sent any more.
 */
export async function holdWelcomes(tx: Tx, isPaused: boolean): Promise<void> {
  for (const syncId of await welcomingSyncs(tx)) await textBatches.setState(tx, syncId, isPaused ? 'paused' : 'open')
}

/** Builds the texts of people, by row, or says why there is none. */
async function draftsFor(tx: Tx, welcome: HrWelcome, rows: AppliedRow[]): Promise<Map<number, Draft | Obstacle>> {
  const ids = rows.flatMap((row) => row.contactId ?? [])
  const chosen = await chosenContacts(tx, { ...BroadcastAudience.parse({}), contactIds: ids })
  const [people, composer, contacts, lines, resting, isCapped] = await Promise.all([
    reachable(tx, chosen, ids),
    makeComposer({ ...tx, userId: null }, { message: messageOf(welcome) }),
    contactsToMerge(tx.db, ids),
    sendingLines(tx.db),
    restingOf(tx, ids),
    spendingCap.get()(tx),
  ])
  const contactOf = new Map(contacts.map((contact) => [contact.id, contact]))
  // The texts of a paused line wait.
  const line = lines.find(({ isActive }) => isActive) ?? lines[0]
  const now = tx.world.now()
  // A welcome is never worth waking anyone for: it waits at night even where members are only warned.
  const heeds = { shifts: resting.settings.offClockGuard === 'hold', nights: true }
  return new Map(
    rows.map((row): [number, Draft | Obstacle] => {
      const contact = contactOf.get(row.contactId ?? '')
      const person = people.get(row.contactId ?? '')
      if (!contact || !person) return [row.row, 'unreachable']
      if (isCapped) return [row.row, 'spending_cap']
      if (!line) return [row.row, 'no_line']
      const rest = resting.at(now, { id: contact.id, timezone: person.timezone }, heeds)
      const text: Draft = {
        id: tx.world.id(),
        contactId: contact.id,
        lineId: line.id,
        from: line.phone,
        to: person.phone,
        body: composer.compose(contact).body,
        kind: 'broadcast',
        senderId: null,
        expiresAt: new Date((rest?.until ?? now).getTime() + HR_WELCOME_EXPIRES_MS),
        ...(rest
          ? { wait: { state: 'scheduled', dueAt: rest.until, reason: rest.reason, zone: null, cancelIfReply: false } }
          : {}),
      }
      return [row.row, text]
    }),
  )
}

/** The welcome text as a message: people whose language is missing get English, or else the first one. */
function messageOf({ text }: HrWelcome): BroadcastMessage {
  const written = Object.entries(text)
  const [language = 'en', body = ''] = written.find(([name]) => name === 'en') ?? written[0] ?? []
  const variants = written
    .filter(([name]) => name !== language)
    .map(([name, variant]) => ({ language: name, body: variant, source: 'author' as const, approved: true }))
  return BroadcastMessage.parse({ body, language, variants, trackLinks: false })
}

/**
 * Cancels the welcome texts of these contacts that no carrier has. A later sync that adds the people again welcomes them
 * once. Returns the ids of all their welcome texts.
 */
export async function callOffWelcomes(tx: Tx, contactIds: string[]): Promise<string[]> {
  const ids = await welcomesOf(tx, contactIds)
  if (ids.length === 0) return []
  await pendingTexts.cancelTexts(tx, ids, 'hr_undo')
  const states = await statesOf(tx.db, ids)
  await markCanceled(
    tx,
    states.flatMap(({ id, state }) => (state === 'cancelled' ? [id] : [])),
  )
  return ids
}

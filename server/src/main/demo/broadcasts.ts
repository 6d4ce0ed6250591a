import { localTimeAt } from '@crewline/contract/calendar'
import { BroadcastContent } from '@crewline/contract/broadcasts'
import type { Schedule } from '@crewline/contract/schedule'
import { occurrencesAfter } from '@crewline/contract/schedule-rules'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type OrgSummary, type Scope, type Tx } from '../../kernel/scope.ts'
import { idMaker } from '../../kernel/world.ts'
import { create } from '../../modules/broadcasts/drafts.ts'
import { planNext } from '../../modules/broadcasts/scheduling.ts'
import { saveState } from '../../modules/broadcasts/store/broadcasts.ts'
import { organizationOf } from '../../modules/organizations/index.ts'
import { memberByEmail, type DemoMember } from './broadcast-members.ts'
import { REACTION_MS, writeReactions } from './broadcast-reactions.ts'
import { writeRun } from './broadcast-run.ts'
import { chanceFrom, type Chance } from './chance.ts'
import type { DemoMessage } from './history.ts'
import { DAY, HOUR, localMoment, MINUTE } from './moments.ts'
import { TIMEZONE } from './organizations.ts'
import * as stories from './stories/broadcasts.ts'
import type { SeededOrganization } from './write-organization.ts'

/** What writing the broadcasts of an organization needs. */
interface Desk {
  kernel: Kernel
  org: OrgSummary
  chance: Chance
  carriers: ReadonlyMap<string, string>
  phones: ReadonlySet<string>
  groups: ReadonlyMap<string, string>
  nowMs: number
}

type Story = stories.BroadcastStory
type SentStory = Story & { reactions: stories.Reactions }

/**
 * Writes the broadcasts of Acme: sent ones with their results, a repeated one, a paused one, a
 * scheduled one, and one that waits for an approval. Returns every text, for the phones of the main characters.
 */
export async function writeBroadcasts(
  kernel: Kernel,
  { id, line, nightLine }: Pick<SeededOrganization, 'id' | 'line' | 'nightLine'>,
  phones: ReadonlySet<string>,
): Promise<DemoMessage[]> {
  const db = kernel.database.ofOrg(id)
  const { organization } = await organizationOf(db, id)
  const groups = await sql<{ id: string; name: string }>`
    select id, name from contact_group where org_id = ${id} and type = 'static'`.execute(db)
  const desk: Desk = {
    kernel,
    org: organization,
    chance: chanceFrom(20_261_101),
    carriers: new Map([line, ...(nightLine ? [nightLine] : [])].map((each) => [each.id, each.carrier])),
    phones,
    groups: new Map(groups.rows.map((group) => [group.name, group.id])),
    nowMs: kernel.world.now().getTime(),
  }
  const { nowMs } = desk
  const yesterday = (hour: number) => localMoment(nowMs - DAY, hour * 60, TIMEZONE)
  const messages = [
    // In the order of time, because the newest question of a contact gets the answers.
    ...(await writeSeries(desk, stories.SAFETY_TIP)),
    ...(await writeSent(desk, stories.ENROLLMENT, yesterday(16) - DAY)),
    ...(await writeSent(desk, stories.OVERTIME, yesterday(8))),
    ...(await writeSent(desk, stories.FORKLIFTS, yesterday(11))),
    // Earlier than the last texts of the main characters, which the inbox shows first.
    ...(await writeSent(desk, stories.PARKING, nowMs - 170 * MINUTE, stories.PARKING.sentBeforePause)),
  ]
  await plan(desk, stories.PICNIC, { at: localAt(nowMs + 5 * DAY, '10:00'), isApproved: false })
  await plan(desk, stories.HOLIDAY_HOURS, { at: localAt(nowMs + 3 * DAY, '09:00'), isApproved: true })
  return messages
}

async function writeSent(desk: Desk, story: SentStory, atMs: number, pausedAfter?: number): Promise<DemoMessage[]> {
  const member = await memberByEmail(desk.kernel, desk.org.id, story.by)
  const { id, content } = await writeDraft(desk, story, { member, atMs: atMs - 20 * MINUTE, schedule: { mode: 'now' } })
  const run = { broadcastId: id, content, occurrence: new Date(atMs).toISOString(), userId: member.userId }
  return writeRunAt(desk, story, { ...run, member, atMs, ...(pausedAfter === undefined ? {} : { pausedAfter }) })
}

/** Writes a broadcast that is repeated each Monday at 6:30 AM, with its last two dates. */
async function writeSeries(desk: Desk, story: SentStory): Promise<DemoMessage[]> {
  const { nowMs, kernel, org } = desk
  const member = await memberByEmail(kernel, org.id, story.by)
  const start = localAt(mondayBefore(nowMs - 21 * DAY), '06:30')
  const schedule = {
    mode: 'recurring' as const,
    start,
    timeZone: TIMEZONE,
    frequency: 'weekly' as const,
    weekdays: ['mon' as const],
  }
  const { id, content } = await writeDraft(desk, story, { member, atMs: nowMs - 22 * DAY, schedule })
  const dates = occurrencesAfter(content.schedule, new Date(nowMs - 22 * DAY), 6)
  const past = dates.filter(({ at }) => at.getTime() < nowMs - REACTION_MS).slice(-2)
  const messages: DemoMessage[] = []
  for (const { at, local } of past) {
    const run = { broadcastId: id, content, occurrence: local, userId: member.userId, member, atMs: at.getTime() }
    messages.push(...(await writeRunAt(desk, story, run)))
  }
  const last = past.at(-1)?.at.getTime() ?? nowMs
  await scopeAt(desk, member, last).scope.tx(async (tx) => {
    const next = await planNext(tx, content.schedule, new Date(nowMs))
    await saveState(tx, id, { state: 'recurring', nextAt: next?.at ?? null, nextLocal: next?.local ?? null })
  })
  return messages
}

async function writeRunAt(
  desk: Desk,
  { reactions }: SentStory,
  { member, atMs, ...run }: Parameters<typeof writeRun>[2] & { member: DemoMember; atMs: number },
): Promise<DemoMessage[]> {
  const { chance, carriers, phones, nowMs } = desk
  const sending = scopeAt(desk, member, atMs)
  const written = await writeRun(sending.kernel, sending.scope, run, { chance, carriers, phones, nowMs })
  const { scope } = scopeAt(desk, member, atMs + REACTION_MS)
  const answers = await writeReactions(scope, written, { chance, carriers, reactions })
  return [...written.messages, ...answers]
}

async function writeDraft(
  desk: Desk,
  { name, group, content }: Story,
  { member, atMs, schedule }: { member: DemoMember; atMs: number; schedule: unknown },
): Promise<{ id: string; content: BroadcastContent }> {
  const groupId = group === null ? undefined : desk.groups.get(group)
  const audience = groupId ? { groupIds: [groupId] } : { everyone: true }
  const parsed = BroadcastContent.parse({ ...content, name, audience, schedule })
  const { broadcast } = await create(scopeAt(desk, member, atMs).scope, parsed)
  return { id: broadcast.id, content: parsed }
}

/** Plans a broadcast for a date to come, or lets it wait for an approval. Counting as the app does takes too long here. */
async function plan(desk: Desk, story: Story, { at, isApproved }: { at: string; isApproved: boolean }): Promise<void> {
  const member = await memberByEmail(desk.kernel, desk.org.id, story.by)
  const atMs = desk.nowMs - 40 * MINUTE
  const schedule: Schedule = { mode: 'once', at, timeZone: TIMEZONE, inContactZone: false }
  const { id, content } = await writeDraft(desk, story, { member, atMs: atMs - HOUR, schedule })
  await scopeAt(desk, member, atMs).scope.tx(async (tx) => {
    if (isApproved) {
      const next = await planNext(tx, content.schedule, tx.world.now())
      const dates = { nextAt: next?.at ?? null, nextLocal: next?.local ?? null }
      await saveState(tx, id, { state: 'scheduled', launchedBy: member.userId, ...dates })
      return tx.audit('broadcast.launched', id, { schedule: schedule.mode })
    }
    const expectedRecipients = await membersOf(tx, content.audience.groupIds)
    const approval = { state: 'pending' as const, byId: null, at: null, comment: '', expectedRecipients }
    await saveState(tx, id, { state: 'pending_approval', approval })
    tx.audit('broadcast.approval-requested', id, { recipients: expectedRecipients })
  })
}

async function membersOf(tx: Tx, groupIds: string[]): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(distinct contact_id)::int as n from group_member
    where org_id = ${tx.orgId} and group_id = any(${groupIds}::uuid[])`.execute(tx.db)
  return result.rows[0]?.n ?? 0
}

/** The scope of a member at a moment in the past. */
function scopeAt({ kernel, org }: Desk, member: DemoMember, atMs: number): { kernel: Kernel; scope: Scope } {
  const past = { ...kernel, world: { ...kernel.world, now: () => new Date(atMs), id: idMaker(() => atMs) } }
  const actor = { kind: 'member' as const, ...member, scope: 'all' as const, sessionId: '', locale: 'en' as const }
  return { kernel: past, scope: makeScope(past, org, actor, 'demo-broadcasts') }
}

/** Returns the local date of a moment with this time of day, such as 2027-03-01T06:30. */
function localAt(atMs: number, time: string): string {
  const { year, month, day } = localTimeAt(TIMEZONE, atMs)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}T${time}`
}

function mondayBefore(atMs: number): number {
  return atMs - ((localTimeAt(TIMEZONE, atMs).weekday + 6) % 7) * DAY
}

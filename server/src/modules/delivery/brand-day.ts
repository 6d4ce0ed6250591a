// The daily limit of a brand, which carriers enforce across all its numbers: counted before texts leave, so that it is
// never exceeded, and shared between the organizations of a family. Replies count, but never wait for it.
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { outgoingChunks } from '../messages/index.ts'
import { carrierDayEnd, carrierDayOf, fit, shareOf } from './brand-day-rules.ts'
import { sharedStatements, type SharedStatements } from './shared-statements.ts'
import { addToBrandDay, brandOf, brandsOf, brandSenders, lockBrandDay, sizesOf } from './store/brand-days.ts'
import type { Work } from './work.ts'

/** How soon broadcasts that wait ask again, in ms: another organization may need less. A raised limit counts at once. */
const ASK_AGAIN_MS = 5 * 60_000

const why = 'the daily limit of a brand is shared by a family'

/** The lines whose broadcasts this process let wait, each with the limit at that moment and until when. */
const waitingLines = new WeakMap<Kernel, Map<string, { scope: Scope; perDay: number; until: Date }>>()

/**
 * Lets broadcasts that wait for the next day ask again at once where the limit of their brand was raised or removed. Logs a
 * line for which that fails; the next call tries again.
 */
export async function askAgainAfterRaise(kernel: Kernel): Promise<void> {
  const waiting = waitingLines.get(kernel)
  if (!waiting || waiting.size === 0) return
  const now = kernel.world.now()
  const orgIds = new Set([...waiting.values()].map(({ scope }) => scope.orgId))
  const brands = await brandsOf(kernel.database.asSystem(why), [...orgIds])
  for (const [lineId, line] of waiting) {
    const { scope, perDay, until } = line
    const brand = brands.get(scope.orgId)
    const isRaised = until > now && (!brand || brand.perDay > perDay)
    try {
      if (isRaised) await scope.tx((tx) => outgoingChunks.advanceBroadcasts(tx, lineId, until))
      // The line may wait again by now.
      if ((isRaised || until <= now) && waiting.get(lineId) === line) waiting.delete(lineId)
    } catch (error) {
      kernel.log.warn(
        { err: (error as Error).message, line: lineId },
        'sender: a line could not ask again, trying again',
      )
    }
  }
}

/** What a brand may still send today. */
export interface BrandToday {
  perDay: number
  /** What is left for this organization, in segments. */
  left: number
  /** When the next day begins. */
  endsAt: Date
}

/** Returns the daily limit that an organization sends under, and what is left of it; undefined without a limit. */
export async function brandToday(kernel: Kernel, orgId: string): Promise<BrandToday | undefined> {
  const system = kernel.database.asSystem(why)
  const brand = await brandOf(system, orgId)
  if (!brand) return undefined
  const now = kernel.world.now()
  const senders = await brandSenders(system, brand.orgId, { day: carrierDayOf(now), endsAt: carrierDayEnd(now) })
  const used = senders.reduce((sum, sender) => sum + sender.used, 0)
  const left = shareOf(orgId, senders, brand.perDay - used)
  return { perDay: brand.perDay, left, endsAt: carrierDayEnd(now) }
}

/** What waits on a line, and how much of it may leave today. */
export interface Queue {
  work: Work
  day: DayBudget
}

/** Takes the next messages that may leave today; the broadcasts among the others are let go. */
export async function takeForToday({ work, day }: Queue, most: number): Promise<string[]> {
  const ready = work.take(most)
  const late = new Set(await day.take(work.lanesOf(ready)))
  if (late.size > 0) work.releaseBroadcasts([...late])
  return ready.filter((id) => !late.has(id))
}

/** The part of a brand's day that the sender of one line holds. */
export class DayBudget {
  private readonly kernel: Kernel
  private readonly scope: Scope
  private readonly statements: SharedStatements
  private readonly lineId: string
  /** What was taken for messages that are not with a carrier yet. */
  private readonly taken = new Map<string, { brandId: string; day: string; segments: number }>()

  constructor(kernel: Kernel, scope: Scope, lineId: string) {
    this.kernel = kernel
    this.scope = scope
    this.statements = sharedStatements(kernel, scope)
    this.lineId = lineId
  }

  /**
   * Takes these messages out of the budget of the day; returns those that must wait. Their chunks, and those of every
   * other broadcast of the line, are due later then.
   */
  async take(texts: { id: string; isBroadcast: boolean }[]): Promise<string[]> {
    if (texts.length === 0) return []
    const { orgId } = this.scope
    const brand = await this.statements.brand()
    if (!brand) return []
    const system = this.kernel.database.asSystem(why)
    const now = this.kernel.world.now()
    const day = carrierDayOf(now)
    const sized = await sizesOf(this.scope.db, texts)
    const late = await system.transaction().execute(async (db) => {
      await lockBrandDay(db, brand.orgId)
      const senders = await brandSenders(db, brand.orgId, { day, endsAt: carrierDayEnd(now) })
      const used = senders.reduce((sum, sender) => sum + sender.used, 0)
      const { going, late: waiting } = fit(sized, shareOf(orgId, senders, brand.perDay - used))
      const segments = going.reduce((sum, text) => sum + text.segments, 0)
      if (segments > 0) await addToBrandDay(db, brand.orgId, { day, senderId: orgId, segments })
      for (const text of going) this.taken.set(text.id, { brandId: brand.orgId, day, segments: text.segments })
      return waiting.map(({ id }) => id)
    })
    if (late.length > 0) {
      const until = new Date(Math.min(carrierDayEnd(now).getTime(), now.getTime() + ASK_AGAIN_MS))
      await this.scope.tx((tx) => outgoingChunks.postponeBroadcasts(tx, this.lineId, until))
      const lines = waitingLines.get(this.kernel) ?? new Map<string, { scope: Scope; perDay: number; until: Date }>()
      waitingLines.set(this.kernel, lines.set(this.lineId, { scope: this.scope, perDay: brand.perDay, until }))
    }
    return late
  }

  /** Gives back what was taken for messages that do not leave, or not yet. */
  async giveBack(ids: string[]): Promise<void> {
    const taken = ids.flatMap((id) => this.taken.get(id) ?? [])
    for (const id of ids) this.taken.delete(id)
    const system = this.kernel.database.asSystem(why)
    for (const [brandId, ofBrand] of Map.groupBy(taken, (entry) => entry.brandId))
      for (const [day, ofDay] of Map.groupBy(ofBrand, (entry) => entry.day)) {
        const segments = -ofDay.reduce((sum, entry) => sum + entry.segments, 0)
        await addToBrandDay(system, brandId, { day, senderId: this.scope.orgId, segments })
      }
  }

  /** Gives back what was taken for messages that go back to the queue, and forgets those that a carrier has. */
  async settle(finished: { id: string; again: boolean }[]): Promise<void> {
    await this.giveBack(finished.filter(({ again }) => again).map(({ id }) => id))
    for (const { id } of finished) this.taken.delete(id)
  }
}

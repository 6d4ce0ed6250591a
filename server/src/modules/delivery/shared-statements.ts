import { SUBMIT_DEADLINE_MS } from '@crewline/contract/limits'
import { grouped } from '../../kernel/db/group-commit.ts'
import { isStorageFailure } from '../../kernel/db/storage-failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { outgoingChunks, type Waiting } from '../messages/index.ts'
import { makeFailpoint } from './failpoint.ts'
import { recordBatch, type Finished } from './outcome.ts'
import { brandOf, type Brand } from './store/brand-days.ts'
import { markBatch } from './submission.ts'

/** Maximum number of messages marked per transaction. */
const MOST_MARKED = 500
/** How soon the carrier is asked about a message of unknown outcome, in ms. */
const LOOKUP_MS = 1_000

type Wanted = Parameters<typeof outgoingChunks.findDue>[1][number]

const ofOrganizations = new WeakMap<Kernel, Map<string, SharedStatements>>()

/** Returns the statements that the lines of an organization share in this process. */
export function sharedStatements(kernel: Kernel, scope: Scope): SharedStatements {
  const ofKernel = ofOrganizations.get(kernel) ?? new Map<string, SharedStatements>()
  ofOrganizations.set(kernel, ofKernel)
  const statements = ofKernel.get(scope.orgId) ?? new SharedStatements(kernel, scope)
  ofKernel.set(scope.orgId, statements)
  statements.scope = scope
  return statements
}

/**
 * Reads and writes for the lines of one organization together: what one of them needs while a statement runs waits for the
 * next one. A hundred slow lines would otherwise have a transaction for every text. Where something cannot be done
 * together, it is done for one after the other.
 */
export class SharedStatements {
  /**
   * Marks messages as handed over and returns those that may be submitted. Rejects when none was marked, or when the
   * connection ended and it is not known whether they were: tried again, they would look as if they had an outcome.
   */
  readonly mark = grouped((batch: string[][]) => this.markTogether(batch), {
    most: MOST_MARKED,
    sizeOf: (ids) => ids.length,
    isTriedAgain: (error) => !isStorageFailure(error),
  })
  /** Stores an outcome. Returns whether it paused its line; rejects when it could not be stored. */
  readonly record = grouped((batch: Finished[]) => this.recordTogether(batch))
  /** Returns the next chunks of a line as they are when it asks. */
  readonly findDue = grouped((wanted: Wanted[]) => this.findDueTogether(wanted))

  /** That of the line which began last: it knows the organization as it is now. */
  scope: Scope
  private readonly kernel: Kernel
  private readonly readBrand = grouped(async (batch: null[]) => {
    const brand = await brandOf(
      this.kernel.database.asSystem('the daily limit of a brand is shared by a family'),
      this.scope.orgId,
    )
    return batch.map(() => brand)
  })

  constructor(kernel: Kernel, scope: Scope) {
    this.kernel = kernel
    this.scope = scope
  }

  /** Returns the daily limit that the organization sends under; undefined without one. */
  brand(): Promise<Brand | undefined> {
    return this.readBrand(null)
  }

  private async markTogether(batch: string[][]): Promise<Waiting[][]> {
    const { publicUrl } = this.kernel.config
    const marked = await this.scope.tx((tx) => markBatch(tx, publicUrl, batch.flat()))
    const byId = new Map(marked.map((text) => [text.id, text]))
    // Each text once: it may be in two chunks of a line, or in those of a drain that follows one whose query failed.
    const handOut = (id: string): Waiting[] => {
      const text = byId.get(id)
      byId.delete(id)
      return text ? [text] : []
    }
    return batch.map((ids) => ids.flatMap(handOut))
  }

  private async recordTogether(batch: Finished[]): Promise<boolean[]> {
    const failpoint = makeFailpoint(this.kernel.config.failpoints)
    await failpoint('submit.before_store')
    const now = this.kernel.world.now().getTime()
    const asking = { lookupAt: new Date(now + LOOKUP_MS), deadline: new Date(now + SUBMIT_DEADLINE_MS) }
    const paused = await recordBatch(this.scope, batch, asking)
    await failpoint('submit.after_store')
    return batch.map(({ lineId }) => paused.has(lineId))
  }

  private findDueTogether(wanted: Wanted[]): ReturnType<typeof outgoingChunks.findDue> {
    const { world, db } = this.scope
    return outgoingChunks.findDue(db, wanted, { now: world.now(), isTimeInDoubt: world.isTimeInDoubt() })
  }
}

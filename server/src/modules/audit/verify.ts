import type { Db } from '../../kernel/db/pool.ts'
import type { Encryption } from '../../kernel/secrets/encryption.ts'
import { hashOf, stateOf, type StoredEntry } from './compare.ts'
import { sealedRows, unsealedEntries, type SealedRow } from './views.ts'

/** Entries that are read at once. */
const STEP = 1_000
/** An entry that is in no chain after this long lost its link, in ms: a pass every night seals what is left. */
const SEALED_AFTER_MS = 26 * 3_600_000

/** What the verification of an audit log found, in words. */
export interface AuditVerdict {
  /** One sentence for each problem. */
  problems: string[]
  summary: string
}

/**
 * Checks the audit log of an organization: that every link follows from the one before it, that the entry of each link
 * exists and has the mark of its content, and that no entry is outside the chain for long.
 */
export async function verifyAudit(
  db: Db,
  { orgId, fingerprint, now }: { orgId: string; fingerprint: Encryption['fingerprint']; now: Date },
): Promise<AuditVerdict> {
  const problems: string[] = []
  const counts = { intact: 0, erased: 0, old: 0, changed: 0 }
  let end: { seq: number; hash: Buffer | null } = { seq: 0, hash: null }
  let hasMarks = false
  for (;;) {
    const rows = await sealedRows(db, orgId, { after: end.seq, most: STEP })
    for (const row of rows) {
      const seq = Number(row.seq)
      if (seq !== end.seq + 1) problems.push(`Links ${end.seq + 1} to ${seq - 1} were removed.`)
      if (!isStored(row)) problems.push(`Entry ${row.entryId} (link ${seq}) was removed.`)
      else {
        const state = stateOf(fingerprint, row)
        counts[state] += 1
        const link = { orgId, seq, entryId: row.entryId, mark: row.mark, before: end.hash }
        const isLinked = seq !== end.seq + 1 || hashOf(fingerprint, link).equals(row.hash)
        if (state === 'changed') problems.push(`${nameOf(row)} was changed.`)
        // The first marked entry ends the time without marks.
        else if (state === 'old' && hasMarks) problems.push(`${nameOf(row)} was inserted.`)
        else if (!isLinked) problems.push(`Link ${seq} does not follow from the one before it.`)
        hasMarks ||= state !== 'old'
      }
      end = { seq, hash: row.hash }
    }
    if (rows.length < STEP) break
  }
  const { pending, found } = await checkUnsealed(db, { orgId, fingerprint, now })
  problems.push(...found)
  const hash = end.hash?.toString('hex') ?? 'none'
  const summary = [
    `${counts.intact + counts.erased + counts.old} entries are as they were written`,
    ...(counts.erased > 0 ? [`${counts.erased} of them without their erased detail`] : []),
    ...(counts.old > 0 ? [`${counts.old} of them older than the marks`] : []),
    `${pending} wait to be sealed.\nThe chain ends with link ${end.seq}: ${hash}`,
  ].join(', ')
  return { problems, summary }
}

/** Entries in no chain: new ones wait, the others were inserted or lost their link. */
async function checkUnsealed(
  db: Db,
  { orgId, fingerprint, now }: { orgId: string; fingerprint: Encryption['fingerprint']; now: Date },
): Promise<{ pending: number; found: string[] }> {
  const found: string[] = []
  const entries = await unsealedEntries(db, orgId, { since: new Date(0), most: 10_000 })
  for (const entry of entries) {
    const state = stateOf(fingerprint, entry)
    if (state === 'changed' || state === 'old') found.push(`${nameOf(entry)} was inserted or changed.`)
    else if (now.getTime() - entry.at.getTime() > SEALED_AFTER_MS)
      found.push(`The link of ${nameOf(entry)} was removed.`)
  }
  return { pending: entries.length - found.length, found }
}

function isStored(row: SealedRow): row is SealedRow & StoredEntry {
  return row.id !== null
}

function nameOf({ id, action, at }: StoredEntry): string {
  return `Entry ${id} (${action}, ${at.toISOString()})`
}

import { commitmentOf, markOf, type MarkedEntry } from '../../kernel/audit-marks.ts'
import type { Encryption } from '../../kernel/secrets/encryption.ts'

type Fingerprint = Encryption['fingerprint']

/** An entry of the audit log as stored. */
export interface StoredEntry extends Omit<MarkedEntry, 'commitment'> {
  detail: unknown
  salt: Buffer | null
  commitment: Buffer | null
  mark: Buffer | null
}

/** What the content of an entry says about it. `old` is from before entries had marks, `erased` has lost its detail. */
export type EntryState = 'intact' | 'erased' | 'old' | 'changed'

/** Compares an entry with its mark. */
export function stateOf(fingerprint: Fingerprint, entry: StoredEntry): EntryState {
  const { salt, commitment, mark, detail, ...rest } = entry
  if (!mark && !commitment) return 'old'
  if (!mark || !commitment || !mark.equals(markOf(fingerprint, { ...rest, commitment }))) return 'changed'
  if (!salt) return JSON.stringify(detail) === '{}' ? 'erased' : 'changed'
  return commitment.equals(commitmentOf(salt, detail)) ? 'intact' : 'changed'
}

/** A link of the chain. */
export interface Link {
  orgId: string
  seq: number
  entryId: string
  mark: Buffer | null
  before: Buffer | null
}

/** Returns the hash of a link: without the key, no chain with other entries can be made. */
export function hashOf(fingerprint: Fingerprint, { orgId, seq, entryId, mark, before }: Link): Buffer {
  const parts = [orgId, seq, entryId, mark?.toString('hex') ?? '', before?.toString('hex') ?? '']
  return fingerprint('audit_seal', JSON.stringify(parts))
}

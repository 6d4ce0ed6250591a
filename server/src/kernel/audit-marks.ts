// The mark of an audit entry: who lacks the key of the installation can neither change nor add one unnoticed.
import { createHash } from 'node:crypto'
import type { Encryption } from './secrets/encryption.ts'

/** What the mark of an audit entry covers. */
export interface MarkedEntry {
  orgId: string
  id: string
  at: Date
  actorId: string | null
  sessionId: string | null
  action: string
  target: string | null
  requestId: string | null
  /** Stands for the detail, which can be erased. */
  commitment: Buffer
}

/** Returns a hash that stands for a detail: without the salt, the detail cannot be guessed from it. */
export function commitmentOf(salt: Buffer, detail: unknown): Buffer {
  return createHash('sha256').update(salt).update(canonicalJson(detail)).digest()
}

/** Returns the keyed hash of an entry. */
export function markOf(fingerprint: Encryption['fingerprint'], entry: MarkedEntry): Buffer {
  const { orgId, id, at, actorId, sessionId, action, target, requestId, commitment } = entry
  const parts = [orgId, id, at.toISOString(), actorId, sessionId, action, target, requestId, commitment.toString('hex')]
  return fingerprint('audit_entry', JSON.stringify(parts))
}

/** Writes JSON with sorted keys, because the database keeps no order of keys. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}

import { canonicalZone } from '@crewline/contract/calendar'
import type { ContactStatus } from '@crewline/contract/contacts'
import { folded } from '../../../kernel/text.ts'

const STATUS_SYNONYMS: [ContactStatus, string][] = [
  ['active', 'active|a|yes|y|true|1|employed|working|current|hired|activo|activa|si|alta'],
  [
    'on_leave',
    'on leave|leave|on_leave|loa|leave of absence|suspended|inactive|licencia|de licencia|permiso|de permiso|inactivo|inactiva|l',
  ],
  [
    'terminated',
    'terminated|term|t|no|n|false|0|former|left|resigned|separated|dismissed|retired|baja|terminado|terminada|desvinculado|desvinculada|cesado|cesada|despedido',
  ],
  ['blocked', 'blocked|do not contact|bloqueado|bloqueada'],
]
const statusBySynonym = new Map(
  STATUS_SYNONYMS.flatMap(([status, synonyms]) => synonyms.split('|').map((synonym) => [synonym, status] as const)),
)

/** Reads a work status from a cell; undefined when it is unknown. */
export function readStatus(text: string): ContactStatus | undefined {
  return statusBySynonym.get(folded(text).trim())
}

const ZONES: Record<string, string> = {
  eastern: 'America/New_York',
  est: 'America/New_York',
  edt: 'America/New_York',
  et: 'America/New_York',
  central: 'America/Chicago',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  ct: 'America/Chicago',
  mountain: 'America/Denver',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  mt: 'America/Denver',
  pacific: 'America/Los_Angeles',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  arizona: 'America/Phoenix',
}

/** Reads an IANA time zone from a cell; undefined when it is unknown. */
export function readZone(text: string): string | undefined {
  const plain = folded(text)
    .replace(/\s*(standard|daylight)?\s*time$/, '')
    .trim()
  if (ZONES[plain]) return ZONES[plain]
  if (!text.includes('/') && !/^utc$/i.test(text)) return undefined
  return canonicalZone(text)
}

import { filterFieldsUsed } from '@crewline/contract/filters'
import type { ChosenPeople } from '@crewline/contract/records'
import type { RecordManifest } from '@crewline/contract/verify-records'
import { Temporal } from 'temporal-polyfill'

/**
 * How the people of an export were chosen, with the names that only the manifest has: of shifts and files of imports, and of
 * the custom fields that the filter reads.
 */
export interface StoredChoice extends ChosenPeople {
  /** Absent in exports before these were stored. */
  shifts?: { id: string; name: string }[]
  imports?: { id: string; name: string }[]
  /** With the labels of the options that its values name. */
  fields: { name: string; label: string; options: { id: string; label: string }[]; isSensitive: boolean }[]
}

/** Returns a name for a folder or a file: letters, digits and dashes of any script, at most 60. */
export function pathPart(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
  return Array.from(plain).slice(0, 60).join('') || 'unnamed'
}

/** Returns the folder of a conversation, unique and in order. */
export function folderOf(nth: number, contact: string): string {
  return `conversations/${String(nth + 1).padStart(4, '0')}-${pathPart(contact)}`
}

/** Returns the moments, in ms, at which these days begin and end in a time zone; without days, all of time. */
export function momentsOf(
  { from, to }: { from: string | null; to: string | null },
  timeZone: string,
): { since: number; until: number } {
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds
  return {
    since: from === null ? 0 : midnight(Temporal.PlainDate.from(from)),
    until: to === null ? Date.UTC(9999, 0) : midnight(Temporal.PlainDate.from(to).add({ days: 1 })),
  }
}

/** Returns how people were chosen as a member sees it: a filter by sensitive fields only to who may read these. */
export function shownChoice(
  { fields, shifts: _shifts, imports: _imports, ...chosen }: StoredChoice,
  maySeeSensitive: boolean,
): ChosenPeople {
  return readsSensitive({ fields }) && !maySeeSensitive ? { ...chosen, groups: [], filter: null } : chosen
}

/** Returns whether people were chosen by what only some members may read. */
export function readsSensitive({ fields }: Pick<StoredChoice, 'fields'>): boolean {
  return fields.some(({ isSensitive }) => isSensitive)
}

/** Returns how people were chosen for the audit log, whose readers may not all read the values of sensitive fields. */
export function auditedChoice(
  {
    covers,
    contactIds,
    groupIds,
    holdId,
  }: { covers: string; contactIds: string[]; groupIds: string[]; holdId?: string | undefined },
  { filter, fields }: StoredChoice,
): object {
  if (!filter) return { covers, contactIds, groupIds, holdId }
  return { covers, ...(readsSensitive({ fields }) ? { fields: [...filterFieldsUsed(filter)] } : { filter }) }
}

/** Returns how people were chosen for the manifest: only the parts that the choice has. */
export function writtenChoice(
  { covers, groups, hold, shifts = [], imports = [], filter, fields }: StoredChoice,
  contacts: number,
): NonNullable<RecordManifest['people']> {
  return {
    covers,
    ...(groups.length > 0 && { groups }),
    ...(hold && { hold }),
    ...(shifts.length > 0 && { shifts }),
    ...(imports.length > 0 && { imports }),
    ...(filter && { filter, fields: fields.map(({ name, label, options }) => ({ name, label, options })) }),
    contacts,
  }
}

import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { ImportRow } from '@crewline/contract/imports'
import { checkCustom } from '../../fields/index.ts'
import { folded } from '../../../kernel/text.ts'
import { sortName } from '../../contacts/index.ts'
import type { Draft } from './draft.ts'
import type { Acquaintance, ExistingContact } from './known-views.ts'
import { problem, type CheckPlan, type RowProblem } from './plan.ts'
import type { RowReading } from './row-rules.ts'

/** The decisions a user made about a row. */
export interface RowChoices {
  skip?: boolean
  keep?: boolean
  sharesPhone?: boolean
}

/** The result of checking a row; for a known contact, the draft holds only the changes. */
export interface RowClassification {
  kind: ImportRow['kind']
  /** The number that must be unique among rows; null when it is shared. */
  phone: string | null
  employeeId: string | null
  contactId: string | null
  name: string
  draft: Draft
  groups: string[]
  problems: RowProblem[]
  optedOut: boolean
  landline: boolean
  /** Whether the contact has no number after the import. */
  noPhone: boolean
}

interface Ground {
  plan: CheckPlan
  existing: Acquaintance
  choices: RowChoices
  /** Names of groups that every row is added to. */
  optionGroups: string[]
}

/** Classifies one row by the contact it matches. Rows with the same number are compared later. */
export function classify(reading: RowReading, ground: Ground): RowClassification {
  const { choices, existing, plan } = ground
  const { draft, problems } = reading
  const phone = draft.phone ?? null
  const classification: RowClassification = {
    kind: 'new',
    phone: null,
    employeeId: draft.employeeId ?? null,
    contactId: null,
    name: `${draft.firstname ?? ''} ${draft.lastname ?? ''}`.trim(),
    draft,
    groups: reading.groups,
    problems,
    optedOut: phone !== null && existing.optedOut.has(phone),
    landline: draft.phoneKind === 'landline',
    noPhone: phone === null,
  }
  const as = (kind: RowClassification['kind'], more: RowProblem[] = []): RowClassification => ({
    ...classification,
    kind,
    problems: [...problems, ...more],
  })
  if (choices.skip) return { ...classification, kind: 'skipped', problems: [] }
  const sharer = phone === null ? undefined : sharerOf(existing.sharing.get(phone) ?? [], draft)
  classification.phone = choices.sharesPhone || sharer ? null : phone
  if (problems.length > 0) return as('invalid')
  const match = matchContact({ draft, phone, sharer, ...ground })
  if ('problem' in match) return as('invalid', [match.problem])
  if (match.contact) return classifyExisting(classification, match.contact, ground)
  if (!draft.firstname) {
    if (!draft.lastname)
      return as('invalid', [
        problem(
          'name_missing',
          msg({ message: 'The name is missing. Type at least a first name.' }),
          columnOf(plan, 'firstname') ?? columnOf(plan, 'fullname'),
        ),
      ])
    Object.assign(draft, { firstname: draft.lastname, lastname: '' })
  }
  const missing = missingFields(draft, plan)
  if (missing) return as('invalid', [problem('custom_missing', missing)])
  if (choices.sharesPhone && phone !== null) draft.sharesPhone = true
  draft.language ??= plan.options.language
  draft.sortName = sortName(draft.firstname ?? '', draft.lastname ?? '')
  return as('new')
}

type ContactMatch = { contact: ExistingContact | undefined } | { problem: RowProblem }

function matchContact({
  draft,
  phone,
  sharer,
  existing,
  choices,
  plan,
}: Ground & { draft: Draft; phone: string | null; sharer: ExistingContact | undefined }): ContactMatch {
  const owner = phone === null ? undefined : existing.byPhone.get(phone)
  const byPhone = sharer ?? (choices.sharesPhone ? undefined : owner)
  const sameId = draft.employeeId ? (existing.byEmployeeId.get(draft.employeeId) ?? []) : []
  const byId = sameId.find((contact) => contact.id === byPhone?.id) ?? sameId[0]
  const at = columnOf(plan, 'phone')
  const isHidden = [byPhone, byId].some((contact) => contact && existing.hidden.has(contact.id))
  if (isHidden)
    return {
      problem: problem(
        'out_of_sight',
        msg({ message: "This belongs to a contact you can't see. Ask an admin to import this row." }),
        at,
      ),
    }
  if (byPhone && byId && byPhone.id !== byId.id)
    return {
      problem: about(
        byPhone,
        problem(
          'two_people',
          msg({
            message: 'This mobile belongs to {ofPhone} and this employee ID to {ofId}. Check which is right.',
            values: { ofPhone: nameOf(byPhone), ofId: nameOf(byId) },
          }),
          at,
        ),
      ),
    }
  if (
    byPhone &&
    !byId &&
    draft.employeeId &&
    byPhone.attributes.employeeId &&
    byPhone.attributes.employeeId !== draft.employeeId
  )
    return {
      problem: about(
        byPhone,
        problem(
          'phone_of_other',
          msg({
            message: 'This mobile belongs to {ofPhone}, employee ID {employeeId}. Check which is right.',
            values: { ofPhone: nameOf(byPhone), employeeId: byPhone.attributes.employeeId },
          }),
          at,
        ),
      ),
    }
  return { contact: byPhone ?? byId }
}

function about(contact: ExistingContact, rowProblem: RowProblem): RowProblem {
  return { ...rowProblem, contactId: contact.id }
}

/** In a household, the name decides which contact is meant. */
function sharerOf(sharing: ExistingContact[], draft: Draft): ExistingContact | undefined {
  const name = folded(`${draft.firstname ?? ''} ${draft.lastname ?? ''}`.trim())
  return sharing.find(({ attributes }) => folded(`${attributes.firstname} ${attributes.lastname}`.trim()) === name)
}

function classifyExisting(
  classification: RowClassification,
  contact: ExistingContact,
  { plan, optionGroups }: Ground,
): RowClassification {
  const { draft, groups } = classification
  const changes = changesOf(draft, contact)
  const isMember = [...groups.map((name) => name.toLowerCase()), ...optionGroups].every((name) =>
    contact.groups.includes(name),
  )
  const has = Object.keys(changes).length > 0
  const kind = plan.options.known === 'skip' ? 'skipped' : has || !isMember ? 'update' : 'unchanged'
  const phone = draft.phone ?? contact.attributes.phone
  return {
    ...classification,
    kind,
    draft: changes,
    contactId: contact.id,
    name: classification.name || nameOf(contact),
    landline:
      phone === contact.attributes.phone ? contact.attributes.phoneKind === 'landline' : classification.landline,
    noPhone: !phone,
  }
}

/** Returns what a row changes about a contact; locked fields, which another system manages, stay. */
export function changesOf(draft: Draft, { attributes, locked }: ExistingContact): Draft {
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(draft)) {
    if (name === 'custom' || name === 'phoneKind' || name === 'sortName' || name in locked) continue
    if (value !== attributes[name as keyof typeof attributes]) changes[name] = value
  }
  if ('phone' in changes) Object.assign(changes, { phoneKind: draft.phoneKind ?? 'unknown', sharesPhone: false })
  const custom = Object.entries(draft.custom ?? {}).filter(
    ([key, value]) =>
      !(`custom.${key}` in locked) && JSON.stringify(value) !== JSON.stringify(attributes.custom[key] ?? null),
  )
  if (custom.length > 0) changes['custom'] = Object.fromEntries(custom)
  if ('firstname' in changes || 'lastname' in changes) {
    const { firstname, lastname } = { ...attributes, ...(changes as Draft) }
    changes['sortName'] = sortName(firstname, lastname)
  }
  return changes
}

function missingFields(draft: Draft, { fields, country }: CheckPlan): LocalizedText | undefined {
  const required = fields.filter((field) => field.required)
  if (required.length === 0) return undefined
  return Object.values(
    checkCustom(required, Object.fromEntries(required.map(({ key }) => [key, draft.custom?.[key] ?? null])), {
      country,
      partial: false,
    }).errors,
  )[0]
}

function nameOf({ attributes }: ExistingContact): string {
  return `${attributes.firstname} ${attributes.lastname}`.trim()
}

function columnOf(plan: CheckPlan, target: string): number | null {
  return plan.columns.find((column) => column.target === target)?.index ?? null
}

import type { Words } from '@crewline/contract/words'
import type { ImportRow } from '@crewline/contract/imports'
import { checkCustom } from '../../fields/index.ts'
import { folded, sortName } from '../../contacts/index.ts'
import type { Draft } from './draft.ts'
import type { Acquaintance, KnownPerson } from './known-views.ts'
import { problem, type CheckPlan, type RowProblem } from './plan.ts'
import type { RowReading } from './row-rules.ts'

/** What somebody said about a row. */
export interface Said {
  skip?: boolean
  keep?: boolean
  sharesPhone?: boolean
}

/** What the check found out about a row; of somebody known the draft holds only what changes. */
export interface Verdict {
  kind: ImportRow['kind']
  /** The number no other row may have; null where it is shared. */
  phone: string | null
  employeeId: string | null
  contactId: string | null
  name: string
  draft: Draft
  groups: string[]
  problems: RowProblem[]
  optedOut: boolean
  landline: boolean
}

interface Ground {
  plan: CheckPlan
  known: Acquaintance
  said: Said
  /** Names of groups that everybody gets. */
  given: string[]
}

/** Judges one row by whom it is about. Rows with the same number are told apart afterwards. */
export function classify(reading: RowReading, ground: Ground): Verdict {
  const { said, known, plan } = ground
  const { draft, problems } = reading
  const phone = draft.phone ?? null
  const verdict: Verdict = {
    ...{ kind: 'new', phone: null, employeeId: draft.employeeId ?? null, contactId: null },
    ...{ name: `${draft.firstname ?? ''} ${draft.lastname ?? ''}`.trim(), draft, groups: reading.groups, problems },
    ...{ optedOut: phone !== null && known.optedOut.has(phone), landline: draft.phoneKind === 'landline' },
  }
  const as = (kind: Verdict['kind'], more: RowProblem[] = []): Verdict => ({
    ...verdict,
    kind,
    problems: [...problems, ...more],
  })
  if (said.skip) return { ...verdict, kind: 'skipped', problems: [] }
  const sharer = phone === null ? undefined : sharerOf(known.sharing.get(phone) ?? [], draft)
  verdict.phone = said.sharesPhone || sharer ? null : phone
  if (problems.length > 0) return as('invalid')
  const found = whoIsIt({ draft, phone, sharer, ...ground })
  if ('problem' in found) return as('invalid', [found.problem])
  if (found.person) return ofKnown(verdict, found.person, ground)
  if (!draft.firstname) {
    if (!draft.lastname)
      return as('invalid', [
        problem(
          'name_missing',
          {
            en: 'The name is missing. Type at least a first name.',
            es: 'Falta el nombre. Escribe al menos el nombre de pila.',
          },
          columnOf(plan, 'firstname') ?? columnOf(plan, 'fullname'),
        ),
      ])
    Object.assign(draft, { firstname: draft.lastname, lastname: '' })
  }
  const missing = missingFields(draft, plan)
  if (missing) return as('invalid', [problem('custom_missing', missing)])
  if (said.sharesPhone && phone !== null) draft.sharesPhone = true
  draft.language ??= plan.options.language
  draft.sortName = sortName(draft.firstname ?? '', draft.lastname ?? '')
  return as('new')
}

type Found = { person: KnownPerson | undefined } | { problem: RowProblem }

function whoIsIt({
  draft,
  phone,
  sharer,
  known,
  said,
  plan,
}: Ground & { draft: Draft; phone: string | null; sharer: KnownPerson | undefined }): Found {
  const owner = phone === null ? undefined : known.byPhone.get(phone)
  const byPhone = sharer ?? (said.sharesPhone ? undefined : owner)
  const sameId = draft.employeeId ? (known.byEmployeeId.get(draft.employeeId) ?? []) : []
  const byId = sameId.find((one) => one.id === byPhone?.id) ?? sameId[0]
  const at = columnOf(plan, 'phone')
  const isHidden = [byPhone, byId].some((one) => one && known.hidden.has(one.id))
  if (isHidden)
    return {
      problem: problem(
        'out_of_sight',
        {
          en: 'This belongs to somebody you cannot see. Ask an admin to import this row.',
          es: 'Esto es de alguien que no puedes ver. Pide a un administrador que importe esta fila.',
        },
        at,
      ),
    }
  if (byPhone && byId && byPhone.id !== byId.id)
    return {
      problem: about(
        byPhone,
        problem(
          'two_people',
          {
            en: `This mobile belongs to ${nameOf(byPhone)} and this employee ID to ${nameOf(byId)}. Check which is right.`,
            es: `Este móvil es de ${nameOf(byPhone)} y este ID de empleado de ${nameOf(byId)}. Revisa cuál es correcto.`,
          },
          at,
        ),
      ),
    }
  if (byPhone && !byId && draft.employeeId && byPhone.facts.employeeId && byPhone.facts.employeeId !== draft.employeeId)
    return {
      problem: about(
        byPhone,
        problem(
          'phone_of_other',
          {
            en: `This mobile belongs to ${nameOf(byPhone)}, employee ID ${byPhone.facts.employeeId}. Check which is right.`,
            es: `Este móvil es de ${nameOf(byPhone)}, ID de empleado ${byPhone.facts.employeeId}. Revisa cuál es correcto.`,
          },
          at,
        ),
      ),
    }
  return { person: byPhone ?? byId }
}

function about(person: KnownPerson, said: RowProblem): RowProblem {
  return { ...said, contactId: person.id }
}

/** In a household the name says who is meant. */
function sharerOf(sharing: KnownPerson[], draft: Draft): KnownPerson | undefined {
  const name = folded(`${draft.firstname ?? ''} ${draft.lastname ?? ''}`.trim())
  return sharing.find(({ facts }) => folded(`${facts.firstname} ${facts.lastname}`.trim()) === name)
}

function ofKnown(verdict: Verdict, person: KnownPerson, { plan, given }: Ground): Verdict {
  const { draft, groups } = verdict
  const changes = changesOf(draft, person)
  const isMember = [...groups.map((name) => name.toLowerCase()), ...given].every((name) => person.groups.includes(name))
  const has = Object.keys(changes).length > 0
  const kind = plan.options.known === 'skip' ? 'skipped' : has || !isMember ? 'update' : 'unchanged'
  const phone = draft.phone ?? person.facts.phone
  return {
    ...verdict,
    ...{ kind, draft: changes, contactId: person.id, name: verdict.name || nameOf(person) },
    ...{ landline: phone === person.facts.phone ? person.facts.phoneKind === 'landline' : verdict.landline },
  }
}

/** What a row changes about somebody; what another system keeps stays. */
export function changesOf(draft: Draft, { facts, locked }: KnownPerson): Draft {
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(draft)) {
    if (name === 'custom' || name === 'phoneKind' || name === 'sortName' || name in locked) continue
    if (value !== facts[name as keyof typeof facts]) changes[name] = value
  }
  if ('phone' in changes) Object.assign(changes, { phoneKind: draft.phoneKind ?? 'unknown', sharesPhone: false })
  const custom = Object.entries(draft.custom ?? {}).filter(
    ([key, value]) =>
      !(`custom.${key}` in locked) && JSON.stringify(value) !== JSON.stringify(facts.custom[key] ?? null),
  )
  if (custom.length > 0) changes['custom'] = Object.fromEntries(custom)
  if ('firstname' in changes || 'lastname' in changes) {
    const { firstname, lastname } = { ...facts, ...(changes as Draft) }
    changes['sortName'] = sortName(firstname, lastname)
  }
  return changes
}

function missingFields(draft: Draft, { fields, country }: CheckPlan): Words | undefined {
  const required = fields.filter((field) => field.required)
  if (required.length === 0) return undefined
  return Object.values(
    checkCustom(required, Object.fromEntries(required.map(({ key }) => [key, draft.custom?.[key] ?? null])), {
      country,
      partial: false,
    }).errors,
  )[0]
}

function nameOf({ facts }: KnownPerson): string {
  return `${facts.firstname} ${facts.lastname}`.trim()
}

function columnOf(plan: CheckPlan, target: string): number | null {
  return plan.columns.find((column) => column.target === target)?.index ?? null
}

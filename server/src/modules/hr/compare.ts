import type { HrSettings, HrSource } from '@crewline/contract/hr'
import type { HrFileColumns } from '@crewline/contract/hr-files'
import { msg } from '@crewline/contract/localized-text'
import type { Tx } from '../../kernel/scope.ts'
import { sortName } from '../contacts/index.ts'
import { contactLanguageOf } from '../organizations/index.ts'
import { brakeOf } from './brake-rules.ts'
import { compare, valuesOf, type Case, type Verdict } from './compare-rules.ts'
import { fieldsOf, type FieldRule } from '../fields/index.ts'
import { customOf, takenFields } from './hr-custom.ts'
import { findCandidates, keysOf, linksOfPeople } from './compare-views.ts'
import { welcomedOf } from './welcome-views.ts'
import type { Employee } from './provider.ts'
import { personHash } from './person-rules.ts'
import { countRows, countUnclear, rowsAfter, saveVerdicts, type RowToCompare } from './store/rows.ts'
import { changedSince } from './store/workers.ts'
import { saveSync, type Approval, type StoredSync } from './store/syncs.ts'

/** People who were changed or deactivated one by one within this time count together, in ms. */
const SPAN_MS = 86_400_000

/** After every row: only the groups are left. */
const LAST_ROW = 2_147_483_647

/** How a sync reads people. */
export interface Ground {
  settings: HrSettings
  system: string
  source: HrSource
  isAttested: boolean
  /** Whether people are pushed one by one. */
  isPushed: boolean
  /** How dates such as 03/04/2026 are meant. */
  dates: HrFileColumns['dates']
  /** The company that keeps the people, and another one that is connected now; null when it is the same. */
  companies: { former: string; now: string } | null
}

/** Compares the next people of a sync with the contacts, or decides what happens after the last one. */
export async function compareStep(tx: Tx, sync: StoredSync, ground: Ground, most: number): Promise<'continue' | 'end'> {
  const rows = await rowsAfter(tx.db, { orgId: tx.orgId, syncId: sync.id }, { after: sync.place, most })
  if (rows.length === 0) return decide(tx, sync, ground)
  await saveVerdicts(tx, sync.id, await verdictsOf(tx, sync.id, rows, ground))
  await saveSync(tx, sync, { place: rows.at(-1)?.row ?? sync.place, progress: sync.progress + rows.length })
  return 'continue'
}

/** Adds the language of a new person: what their source says, or else that of the organization. */
function withLanguage(verdict: Verdict, employee: Employee | null, ofOrg: string): Verdict {
  if (verdict.kind !== 'create') return verdict
  return { ...verdict, draft: { ...verdict.draft, language: employee?.language ?? ofOrg } }
}

async function verdictsOf(tx: Tx, syncId: string, rows: RowToCompare[], { settings, system, source, dates }: Ground) {
  const { country } = tx.org
  const hashOf = (row: RowToCompare) => personHash(tx, tx.orgId, row.externalId)
  const links = await linksOfPeople(tx, [...rows.map((row) => row.externalId), ...rows.map(hashOf)])
  const language = await contactLanguageOf(tx.db, tx.orgId)
  const welcomed = await welcomedOf(tx, source, rows.map(hashOf))
  const linkOf = (row: RowToCompare) => links.get(row.externalId) ?? links.get(hashOf(row))
  const values = new Map(
    rows.flatMap((row) => (row.employee ? [[row.row, valuesOf(row.employee, settings, country)] as const] : [])),
  )
  const candidates = await findCandidates(tx, syncId, {
    contactIds: rows.flatMap((row) => linkOf(row)?.contactId ?? []),
    phones: [...values.values()].map((value) => value.phone).filter((phone) => phone !== ''),
    employeeIds: [...values.values()].map((value) => value.employeeId).filter((id) => id !== ''),
  })
  const taken = new Set<string>()
  const year = tx.world.now().getUTCFullYear()
  const fields = settings.custom.length > 0 ? await fieldsOf(tx.db, tx.orgId) : []
  const customGround = { settings, fields, country, dates, year }
  const verdicts = rows.map((row) => {
    const { entries, problem } = row.employee ? customOf(row.employee, customGround) : { entries: [], problem: null }
    const value = values.get(row.row)
    const link = linkOf(row)
    const owner = value && value.phone !== '' ? candidates.ownerOf.get(value.phone) : undefined
    const byEmployeeId =
      value && value.employeeId !== '' && settings.authority.employeeId !== 'off'
        ? candidates.byEmployeeId.get(value.employeeId)
        : undefined
    const archived = value && keysOf(value).flatMap((key) => candidates.archived.get(key) ?? [])[0]
    const first = value ? candidates.firstRowOf.get(value.phone) : undefined
    const about: Case = {
      employee: row.employee,
      isUnreadable: row.isUnreadable,
      readProblem: row.readProblem ?? problem,
      custom: entries,
      link,
      contact: link?.contactId ? candidates.byId.get(link.contactId) : undefined,
      // Two people of one chunk never become the same contact.
      byEmployeeId: byEmployeeId && !taken.has(byEmployeeId.id) ? byEmployeeId : undefined,
      owner,
      isOwnerLinked: owner !== undefined && (candidates.linked.has(owner.id) || taken.has(owner.id)),
      archived: archived && !taken.has(archived.id) ? archived : undefined,
      isPhoneTwice: first !== undefined && first < row.row,
      settings,
      country,
      system,
    }
    const verdict: Verdict = withLanguage(withSortName(compare(about)), row.employee, language)
    if (verdict.contactId) taken.add(verdict.contactId)
    const isNew = verdict.kind === 'create'
    const text = welcomed.get(hashOf(row))
    const canWelcome = (isNew && !text) || (verdict.kind === 'rehire' && text === null)
    return {
      row: row.row,
      about,
      verdict,
      contactId: isNew ? tx.world.id() : verdict.contactId,
      welcome: canWelcome ? ('possible' as const) : null,
    }
  })
  const written = verdicts.map(({ verdict, contactId }) => ({ draft: verdict.draft, contactId }))
  for (const { person, keys } of await takenFields(tx, fields, written)) {
    const found = verdicts[person]
    if (found) found.verdict = withLanguage(again(found.about, fields, keys), found.about.employee, language)
  }
  return verdicts
}

/** Compares a person without the custom fields whose value belongs to another contact, and says so. */
function again(about: Case, fields: readonly FieldRule[], keys: ReadonlySet<string>): Verdict {
  const field = fields.find(({ key }) => keys.has(key))?.name ?? ''
  const problem = msg({ message: '{field}: another contact has this value. The rest is used.', values: { field } })
  const custom = about.custom.filter(({ key }) => !keys.has(key))
  return withSortName(compare({ ...about, custom, readProblem: about.readProblem ?? problem }))
}

/** Adds what the name is sorted by. */
function withSortName(verdict: Verdict): Verdict {
  const { name, draft } = verdict
  return name ? { ...verdict, draft: { ...draft, sortName: sortName(name.firstname, name.lastname) } } : verdict
}

async function decide(
  tx: Tx,
  sync: StoredSync,
  { settings, isAttested, isPushed, companies }: Ground,
): Promise<'continue' | 'end'> {
  const counts = await countRows(tx, sync.id)
  const { create = 0, update = 0, leave = 0, rehire = 0, seen = 0 } = counts
  const unclear = await countUnclear(tx, sync.id)
  const since = new Date(tx.world.now().getTime() - SPAN_MS)
  const earlier = isPushed ? { earlier: await changedSince(tx, { since, syncId: sync.id }) } : {}
  const brake = brakeOf(counts, { linked: sync.linked, read: sync.readCount, unclear, ...earlier, companies, settings })
  const { approved } = sync
  const comparedAt = tx.world.now()
  const isNothing = create + update + leave + rehire + seen === 0
  // The first sync is always shown before it changes anything.
  const isApproved = approved !== null && isSameOutcome(approved, { counts, brake })
  const asks =
    !isApproved &&
    (approved !== null || brake !== null || sync.linked === 0 || !settings.autoApply || (create > 0 && !isAttested))
  if (isNothing && !brake) {
    await saveSync(tx, sync, {
      state: 'applying',
      counts,
      brake,
      comparedAt,
      approved: null,
      place: LAST_ROW,
      progress: 0,
    })
    return 'continue'
  }
  const state = asks ? 'review' : 'applying'
  await saveSync(tx, sync, { state, counts, brake, comparedAt, approved: null, place: 0, progress: 0 })
  return asks ? 'end' : 'continue'
}

/** Whether a sync would still do what a member agreed to, as far as its counts tell. */
function isSameOutcome(approved: Approval, now: Approval): boolean {
  const kinds = ['create', 'update', 'leave', 'rehire'] as const
  const isSameBrake = approved.brake?.kind === now.brake?.kind && approved.brake?.people === now.brake?.people
  return isSameBrake && kinds.every((kind) => (approved.counts[kind] ?? 0) === (now.counts[kind] ?? 0))
}

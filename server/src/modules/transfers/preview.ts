import { CONSENT_HISTORY_MAX } from '@crewline/contract/limits'
import { TRANSFER_TEXTS_MAX } from '@crewline/contract/transfer-limits'
import type { QueryOf } from '@crewline/contract/endpoint'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import type { previewTransfer, TransferTarget } from '@crewline/contract/transfers'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { consentLedger } from '../consent/index.ts'
import { attributeText, contactsByIds, moving } from '../contacts/index.ts'
import { fieldsOf } from '../fields/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { pendingTexts } from '../messages/index.ts'
import { refuseKept } from './refuse.ts'
import { ownScopeThere, relatives, requireMover, requireTarget, scopeThere } from './access.ts'
import { countTexts } from './texts-views.ts'

/** Lists where contacts can be transferred to, and where the caller needs no one else. */
export async function listTargets(scope: Scope, kernel: Kernel): Promise<{ targets: TransferTarget[] }> {
  requireMover(scope)
  const targets: TransferTarget[] = []
  for (const relative of await relatives(kernel, scope)) {
    const isDirect = (await ownScopeThere(kernel, scope, relative)) !== undefined
    const { id, name, relation, canReceive } = relative
    targets.push({ id, name, relation, canReceive, isDirect })
  }
  return { targets }
}

/** Shows what would go along to a relative; fails as the transfer itself would. */
export async function preview(scope: Scope, kernel: Kernel, query: QueryOf<typeof previewTransfer>) {
  requireMover(scope)
  const contactId = query.contactId.toLowerCase()
  const target = await requireTarget(kernel, scope.orgId, query.toId)
  const there = await ownScopeThere(kernel, scope, target)
  const contact = await scope.tx(async (tx) => {
    await lockHolds(tx)
    const locked = await moving.lockDeparting(tx, contactId)
    await refuseKept(tx, contactId)
    return locked
  })
  // Who may not see the people there learns only which fields exist.
  const arrival = await (there ?? scopeThere(kernel, target)).tx((tx) =>
    moving.previewArrival(tx, contact, { looksAtPeople: there !== undefined }),
  )
  const [fields, ledger, texts, waiting, [shown]] = await Promise.all([
    fieldsOf(scope.db),
    consentLedger(scope, contactId, CONSENT_HISTORY_MAX),
    countTexts(scope.db, contactId, TRANSFER_TEXTS_MAX + 1),
    pendingTexts.waitingIdsFor(scope.db, [contactId]),
    contactsByIds(scope.db, scope.org.country, [contactId]),
  ])
  const names = namesWithValue(contact)
  const left = new Set(arrival.left)
  const label = (name: string) => attributeText(name, fields, languageOf(scope)) ?? []
  return {
    isDirect: there !== undefined,
    goes: [...new Set(names.filter((name) => !left.has(name)).flatMap(label))],
    stays: [...new Set(names.filter((name) => left.has(name)).flatMap(label))],
    existing: arrival.existing,
    optedOut: ledger.optedOut,
    consentEntries: ledger.entries.length,
    texts,
    textsMax: TRANSFER_TEXTS_MAX,
    waiting: waiting.length,
    groups: shown?.groups.length ?? 0,
  }
}

const STANDARD = [
  'firstname',
  'lastname',
  'preferredName',
  'phone',
  'email',
  'employeeId',
  'language',
  'jobTitle',
  'department',
  'location',
  'timezone',
  'hireDate',
  'birthday',
] as const

type Locked = Awaited<ReturnType<typeof moving.lockDeparting>>

function namesWithValue(contact: Locked): string[] {
  const standard = STANDARD.filter((name) => contact[name] !== null && contact[name] !== '')
  return [...standard, ...Object.keys(contact.custom).map((key) => `${CUSTOM_PREFIX}${key}`)]
}

import type { BodyOf } from '@crewline/contract/endpoint'
import type { chooseCalendar, Inherited } from '@crewline/contract/family'
import { decodeLocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { propagateShares, releaseCalendar } from './hand-down.ts'
import { saveOwn } from './store.ts'
import { inheritedBy } from './views.ts'

/** What this organization has of its parent's business hours and holidays. */
export interface InheritedCalendar {
  hours: Inherited
  holidays: Inherited
}

/** Returns whether the business hours and holidays are those of the parent. */
export async function readCalendar(kernel: Kernel, scope: Scope): Promise<InheritedCalendar> {
  const rows = await inheritedBy(kernel.database.asSystem('a child sees which parent set its hours'), scope.orgId)
  const of = (kind: string): Inherited => {
    const row = rows.find((candidate) => candidate.kind === kind)
    if (!row) return null
    const { parent, isOwn, problem } = row
    return { parent, isOwn, problem: problem && localize(decodeLocalizedText(problem), languageOf(scope)) }
  }
  return { hours: of('hours'), holidays: of('holidays') }
}

/**
 * Uses own hours or holidays, or those of the parent again, from this response on.
 * Fails with `outdated` when the parent shares none.
 */
export async function choose(
  scope: Scope,
  kernel: Kernel,
  { kind, isOwn }: BodyOf<typeof chooseCalendar>,
): Promise<InheritedCalendar> {
  await scope.tx(async (tx) => {
    if (!(await saveOwn(tx, kind, isOwn))) fail('outdated')
    if (isOwn) await releaseCalendar(tx, kind)
    tx.audit(isOwn ? 'share.own' : 'share.inherited', scope.orgId, { kind })
  })
  const [{ parentId } = { parentId: undefined }] = await inheritedBy(
    kernel.database.asSystem('a child takes over the hours of its parent again'),
    scope.orgId,
  )
  if (!isOwn && parentId) await propagateShares(kernel, parentId)
  return readCalendar(kernel, scope)
}

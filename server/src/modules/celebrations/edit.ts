import type { Celebration, CelebrationContent, saveCelebration } from '@crewline/contract/celebrations'
import { CELEBRATIONS_MAX } from '@crewline/contract/celebration-limits'
import type { BodyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { sendingLines } from '../broadcasts/index.ts'
import { fieldsOf } from '../fields/index.ts'
import { attachable, mediaItem, storedById } from '../files/index.ts'
import { keepGroups } from '../groups/index.ts'
import { countLeftOut } from './left-out.ts'
import { namesYearsOfOnce, tellsAge } from './rules.ts'
import {
  addCelebration,
  addFormerFiles,
  countCelebrations,
  lockCelebration,
  markCelebrationDeleted,
  saveCelebrationRow,
} from './store.ts'
import { celebrationsOf } from './views.ts'

const YEAR_MS = 365 * 24 * 3_600_000

/** Returns the celebrations of the organization, or the one with an id; fails with `not_found`. */
export async function readCelebrations(scope: Scope, id?: string): Promise<Celebration[]> {
  const now = scope.world.now().getTime()
  const stored = await celebrationsOf(scope.db, { id, since: new Date(now - YEAR_MS) })
  if (id !== undefined && stored.length === 0) fail('not_found')
  return Promise.all(
    stored.map(async (celebration) => {
      const files = await Promise.all(celebration.mediaIds.map((fileId) => storedById(scope.db, fileId)))
      return { ...celebration, media: files.flatMap((file) => (file ? [mediaItem(scope.orgId, file, now)] : [])) }
    }),
  )
}

/** Returns one celebration; fails with `not_found`. */
export async function readCelebration(scope: Scope, id: string): Promise<Celebration> {
  const [celebration] = await readCelebrations(scope, id)
  return celebration ?? fail('not_found')
}

/** Creates a celebration, or changes the one with this id, in one transaction with its audit entry. */
export async function save(
  scope: Scope,
  { id, body }: { id: string | undefined; body: BodyOf<typeof saveCelebration> },
): Promise<{ celebration: Celebration; leftOut: number }> {
  refuseLimited(scope)
  const { isOn, version, ...content } = body
  const celebrationId = id ?? scope.world.id()
  const leftOut = await scope.tx(async (tx) => {
    const before = id === undefined ? undefined : ((await lockCelebration(tx, id)) ?? fail('not_found'))
    if (before && before.version !== version) fail('outdated')
    // Its record of each year is about one date of each person.
    if (before && (before.content.kind !== content.kind || before.content.field !== content.field))
      fail('invalid', { fieldErrors: { kind: msg({ message: 'Create another celebration for another date.' }) } })
    const known = new Set(before?.content.mediaIds)
    await attachable(
      tx,
      content.mediaIds.filter((fileId) => !known.has(fileId)),
    )
    await refuseMisfits(tx, content)
    const now = tx.world.now()
    if (!before) {
      if ((await countCelebrations(tx)) >= CELEBRATIONS_MAX) fail('too_many')
      await addCelebration(tx, celebrationId, content, isOn === true)
      tx.audit('celebration.created', celebrationId, { name: content.name, isOn: isOn === true })
      return 0
    }
    const willBeOn = isOn ?? before.onSince !== null
    // No date before it was turned on is made up for.
    const onSince = willBeOn ? (before.onSince ?? now) : null
    await saveCelebrationRow(tx, celebrationId, { content, onSince })
    await addFormerFiles(
      tx,
      celebrationId,
      [...known].filter((fileId) => !content.mediaIds.includes(fileId)),
    )
    tx.audit(
      'celebration.changed',
      celebrationId,
      changeOf(
        { ...before.content, isOn: before.onSince !== null },
        { ...content, isOn: willBeOn },
        { without: ['audience', 'texts', 'mediaIds', 'lineId'] },
      ),
    )
    // What was off was not to be sent.
    if (before.onSince === null || onSince === null) return 0
    return countLeftOut(tx, { id: celebrationId, onSince }, { before: before.content, after: content })
  })
  return { celebration: await readCelebration(scope, celebrationId), leftOut }
}

/** Deletes a celebration. */
export async function remove(scope: Scope, id: string): Promise<object> {
  refuseLimited(scope)
  await scope.tx(async (tx) => {
    if (!(await markCelebrationDeleted(tx, id))) fail('not_found')
    tx.audit('celebration.deleted', id)
  })
  return {}
}

/** A celebration texts people whom a member limited to some groups may not see. */
function refuseLimited(scope: Scope): void {
  if (scope.isLimitedToGroups) fail('not_permitted')
}

/** Refuses what cannot work, in words beside its field. */
async function refuseMisfits(tx: Tx, content: CelebrationContent): Promise<void> {
  const fieldErrors: Record<string, LocalizedText> = {}
  if (tellsAge(content))
    fieldErrors['texts'] = msg({ message: 'Leave out the years: a birthday text never tells the age.' })
  if (content.kind !== 'date' && content.repeat === 'once')
    fieldErrors['repeat'] = msg({ message: 'Only a date of your own can count once.' })
  if (content.repeat === 'once' && content.years.length > 0)
    fieldErrors['years'] = msg({ message: 'A date that counts once has no years.' })
  if (namesYearsOfOnce(content))
    fieldErrors['texts'] = msg({ message: 'Leave out the years: a date that counts once has none.' })
  if (content.kind === 'birthday' && content.years.length > 0)
    fieldErrors['years'] = msg({ message: 'Birthdays are celebrated every year.' })
  if (content.kind === 'date' && content.copyToNews)
    fieldErrors['copyToNews'] = msg({ message: 'Only birthdays and work anniversaries can be in news.' })
  if (content.kind === 'date' && !(await isDateField(tx, content.field)))
    fieldErrors['field'] = msg({ message: 'Choose a field that holds a date.' })
  const { everyone, groupIds, excludeGroupIds } = content.audience
  if (content.texts.length === 0) fieldErrors['texts'] = msg({ message: 'Write at least one text.' })
  if (!everyone && groupIds.length === 0) fieldErrors['audience'] = msg({ message: 'Choose at least one group.' })
  const named = [...groupIds, ...excludeGroupIds]
  if (!(await keepGroups(tx, named))) fieldErrors['audience'] = msg({ message: 'A group was deleted. Choose again.' })
  if (content.lineId && !(await sendingLines(tx.db)).some(({ id }) => id === content.lineId))
    fieldErrors['lineId'] = msg({ message: 'This number is no longer yours. Choose another.' })
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
}

/** A sensitive field is for some members only, and a text on its date would tell it. */
async function isDateField(tx: Tx, key: string | null): Promise<boolean> {
  const fields = await fieldsOf(tx.db, tx.orgId)
  return fields.some((field) => field.key === key && field.type === 'date' && !field.sensitive)
}

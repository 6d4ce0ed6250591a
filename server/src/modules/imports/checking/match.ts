import { msg } from '@crewline/contract/localized-text'
import { RUN_KINDS } from '@crewline/contract/events'
import type { LocalizedText } from '@crewline/contract/words'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { Import, matchImport } from '@crewline/contract/imports'
import { fail } from '../../../kernel/failure.ts'
import { makeLocalLimit } from '../../../kernel/http/limits.ts'
import { startRun } from '../../../kernel/runs/define.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { FIELDS_MAX, isReserved, keyNumber, keyOf, type FieldRule } from '../../fields/index.ts'
import { joinableGroups } from '../../groups/index.ts'
import { plainHeader } from '../matching/header-words.ts'
import { isTarget } from '../matching/targets.ts'
import { visibleFields } from '../matching/visible-fields.ts'
import { lockImport, remember, saveImport } from '../store/imports.ts'
import { importById } from '../views.ts'
import { isDated, withDateOrders } from './make-plan.ts'
import type { StoredColumn } from './plan.ts'

type MatchRequest = BodyOf<typeof matchImport>

/** Throttle: each call checks up to 200,000 rows. */
const perMember = makeLocalLimit(30, 60)

/** Saves the column targets and checks every row in the background; refuses unknown, repeated or hidden targets. */
export async function match(scope: Scope, id: string, request: MatchRequest): Promise<{ import: Import }> {
  await perMember.take(scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId)
  const { groupIds } = request.options
  const joinable = await joinableGroups(scope.db, scope.orgId, groupIds)
  if (joinable.size < new Set(groupIds).size)
    fail('not_found', { text: msg({ message: 'This group can’t be used. Choose another.' }) })
  const fields = await visibleFields(scope)
  await scope.tx(async (tx) => {
    const storedImport = (await lockImport(tx, id)) ?? fail('not_found')
    if (!['matching', 'checking', 'checked'].includes(storedImport.state))
      fail('outdated', { text: outdatedText(storedImport.state) })
    const chosen = choose(scope, { columns: storedImport.columns, requested: request.columns, fields })
    const hasPhones = chosen.some((column) => column.target === 'phone')
    if (!hasPhones && !request.options.withoutPhones) fail('invalid', noPhones())
    const country = request.options.country?.toUpperCase() ?? scope.org.country
    const columns = await withDateOrders(scope, id, chosen, { country, fields })
    const headers = columns.map((column) => plainHeader(column.header))
    await remember(
      tx,
      headers,
      columns.map((column) => column.target),
    )
    const options = { ...request.options, withoutPhones: !hasPhones, ...(request.options.country ? { country } : {}) }
    await saveImport(tx, id, {
      state: 'checking',
      columns,
      options,
      counts: null,
      place: 0,
      progress: 0,
    })
    tx.audit('import.matched', id, { targets: columns.map((column) => column.target ?? column.newField?.name ?? null) })
    // A check in progress starts over by itself when it sees other columns.
    if (storedImport.state !== 'checking') startRun(tx, { name: RUN_KINDS.import }, storedImport)
  })
  return { import: (await importById(scope, id)) ?? fail('not_found') }
}

function outdatedText(state: string): LocalizedText {
  if (state === 'reading') return msg({ message: 'The file is still being read. Try again in a moment.' })
  return msg({ message: 'This import has already run. Upload the file again to start over.' })
}

/** Contacts without a number cannot be texted: a member must choose that. */
function noPhones() {
  const text = msg({
    message: 'No column holds mobile numbers. Choose the phone column, or import without phone numbers.',
  })
  return { text, fieldErrors: { 'options.withoutPhones': text } }
}

interface Choice {
  columns: StoredColumn[]
  requested: MatchRequest['columns']
  fields: FieldRule[]
}

function choose(scope: Scope, { columns, requested, fields }: Choice): StoredColumn[] {
  const byIndex = new Map(requested.map((column) => [column.index, column]))
  const errors: Record<string, LocalizedText> = {}
  const usedTargets = new Set<string>()
  const keys = new Set(fields.map((field) => field.key))
  let added = 0
  for (const { index } of requested)
    if (!columns.some((column) => column.index === index))
      errors[`columns.${index}`] = msg({ message: 'There is no such column.' })
  const chosen = columns.map((column): StoredColumn => {
    const request = byIndex.get(column.index)
    const { target = null, newField = null, fixCapitals = false, dateOrder = null } = request ?? {}
    const made: StoredColumn = {
      ...withoutChoices(column),
      target: newField ? null : target,
      newField,
      fixCapitals,
      dateOrder: column.hasMixedDates ? dateOrder : null,
      replacements: request?.replacements ?? [],
      fit: null,
    }
    made.matchedBy = !newField && target === column.target ? column.matchedBy : null
    const key = `columns.${column.index}`
    if (isDated(made, fields) && made.hasMixedDates && made.dateOrder === null)
      errors[`${key}.dateOrder`] = msg({
        message: 'Some dates in “{column}” begin with the month and others with the day. Choose which comes first.',
        values: { column: column.header },
      })
    if (newField) {
      added += 1
      if (!scope.can('fields.manage'))
        fail('not_permitted', {
          text: msg({ message: "Your role can't add fields. Ask an owner or admin." }),
        })
      if (fields.some((field) => field.name.toLowerCase() === newField.name.toLowerCase()))
        errors[key] = msg({
          message: 'There is a field “{name}” already. Choose it instead.',
          values: { name: newField.name },
        })
      made.newKey = freeKey(newField.name, keys)
      keys.add(made.newKey)
    } else if (target !== null) {
      const custom = /^custom\.(.+)$/.exec(target)?.[1]
      if (custom === undefined ? !isTarget(target) : !fields.some((field) => field.key === custom))
        errors[key] = msg({ message: 'Choose where this column goes.' })
      else if (target !== 'groups' && usedTargets.has(target))
        errors[key] = msg({ message: 'Another column is already matched to it.' })
      usedTargets.add(target)
    }
    return made
  })
  if (fields.length + added > FIELDS_MAX)
    fail('too_many', {
      text: msg({ message: 'You can have {most} fields. Remove one first.', values: { most: FIELDS_MAX } }),
    })
  const [text] = Object.values(errors)
  if (text) fail('invalid', { text, fieldErrors: errors })
  return chosen
}

function withoutChoices({
  newKey: _key,
  newOptions: _options,
  readOrder: _order,
  ...column
}: StoredColumn): StoredColumn {
  return column
}

function freeKey(name: string, usedKeys: Set<string>): string {
  for (let nth = 1; ; nth++) {
    const key = keyNumber(isReserved(keyOf(name)) ? `field_${keyOf(name)}` : keyOf(name), nth)
    if (!usedKeys.has(key) && !isReserved(key)) return key
  }
}

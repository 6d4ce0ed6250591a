import type { BodyOf } from '@crewline/contract/endpoint'
import { TAGS_MAX } from '@crewline/contract/limits'
import type { createTag, editTag, Tag } from '@crewline/contract/tags'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { addTag, removeTag, saveTag, standingOfTags } from './store/tags.ts'

/** Adds a tag; `name_taken` when the name exists, whatever its case. */
export function create(scope: Scope, ask: BodyOf<typeof createTag>): Promise<{ tag: Tag }> {
  return scope.tx(async (tx) => {
    const { count, isTaken } = await standingOfTags(tx, { name: ask.name, exceptId: null })
    if (isTaken) fail('name_taken')
    if (count >= TAGS_MAX) fail('too_many')
    const tag = (await addTag(tx, ask)) ?? fail('name_taken')
    tx.audit('tag.added', tag.id, { ...ask })
    return { tag }
  })
}

/** Renames or recolours a tag everywhere. */
export function edit(scope: Scope, id: string, ask: BodyOf<typeof editTag>): Promise<{ tag: Tag }> {
  return scope.tx(async (tx) => {
    if (ask.name !== undefined && (await standingOfTags(tx, { name: ask.name, exceptId: id })).isTaken)
      fail('name_taken')
    const tag = (await saveTag(tx, id, ask)) ?? fail('not_found')
    tx.audit('tag.changed', id, { ...ask })
    return { tag }
  })
}

/** Takes a tag off every conversation and forgets it. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    const name = (await removeTag(tx, id)) ?? fail('not_found')
    tx.audit('tag.removed', id, { name })
  })
}

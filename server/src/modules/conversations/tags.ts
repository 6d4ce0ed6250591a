import type { BodyOf } from '@crewline/contract/endpoint'
import { TAGS_MAX } from '@crewline/contract/limits'
import type { createTag, editTag, Tag } from '@crewline/contract/tags'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { addTag, removeTag, saveTag, checkTagName } from './store/tags.ts'

/** Adds a tag; fails with `name_taken` when the name exists in any case. */
export function create(scope: Scope, input: BodyOf<typeof createTag>): Promise<{ tag: Tag }> {
  return scope.tx(async (tx) => {
    const { count, isTaken } = await checkTagName(tx, { name: input.name, exceptId: null })
    if (isTaken) fail('name_taken')
    if (count >= TAGS_MAX) fail('too_many')
    const tag = (await addTag(tx, input)) ?? fail('name_taken')
    tx.audit('tag.added', tag.id, { ...input })
    return { tag }
  })
}

/** Changes the name or color of a tag everywhere. */
export function edit(scope: Scope, id: string, changes: BodyOf<typeof editTag>): Promise<{ tag: Tag }> {
  return scope.tx(async (tx) => {
    if (changes.name !== undefined && (await checkTagName(tx, { name: changes.name, exceptId: id })).isTaken)
      fail('name_taken')
    const { tag, before } = (await saveTag(tx, id, changes)) ?? fail('not_found')
    tx.audit('tag.changed', id, changeOf(before, tag))
    return { tag }
  })
}

/** Deletes a tag and removes it from every conversation. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    const name = (await removeTag(tx, id)) ?? fail('not_found')
    tx.audit('tag.removed', id, { name })
  })
}

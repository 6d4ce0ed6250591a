import { msg } from '@crewline/contract/localized-text'
import type { OptInAction } from '@crewline/contract/opt-in'
import { localize } from '../../kernel/i18n/localize.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import type { Tx } from '../../kernel/scope.ts'
import { ensureConversation, lockConversations, setTags } from '../conversations/index.ts'
import { addMembers, joinableGroups } from '../groups/index.ts'

/** The kinds of action with their names, in the order of the menu. */
export const ACTIONS = {
  add_to_group: msg({ message: 'Add to a group' }),
  add_tag: msg({ message: 'Add a tag' }),
  set_field: msg({ message: 'Set a field' }),
  send_message: msg({ message: 'Send a text' }),
  notify_members: msg({ message: 'Notify the team' }),
} as const

/** Returns the values that the actions set, for fields the person left empty. */
export function setByActions(actions: readonly OptInAction[]): Record<string, string> {
  return Object.fromEntries(
    actions.flatMap((action) => (action.type === 'set_field' ? [[action.field, action.value]] : [])),
  )
}

/**
 * Carries out what the team chose for a person who joined, in the caller's transaction, except texts. What no longer
 * exists or is kept elsewhere is skipped: a person joins in any case.
 */
export async function act(
  tx: Tx,
  actions: readonly OptInAction[],
  { contactId, name, page }: { contactId: string; name: string; page: { id: string; name: string } },
): Promise<void> {
  const groupIds = actions.flatMap((action) => (action.type === 'add_to_group' ? [action.groupId] : []))
  const joinable = await joinableGroups(tx.db, tx.orgId, groupIds)
  for (const action of actions) {
    if (action.type === 'add_to_group') {
      if (joinable.has(action.groupId)) await addMembers(tx, action.groupId, [contactId], 'page')
    } else if (action.type === 'notify_members')
      notifyInApp(
        tx,
        { can: 'contacts.edit' },
        {
          id: tx.world.id(),
          key: `opt-in|${page.id}`,
          type: 'success',
          title: page.name,
          message: localize(msg({ message: '{name} joined.', values: { name } }), 'en'),
          timeout: 5000,
          link: `/dashboard/contacts/${contactId}`,
        },
      )
  }
  const tagIds = actions.flatMap((action) => (action.type === 'add_tag' ? [action.tagId] : []))
  if (tagIds.length === 0) return
  await ensureConversation(tx, contactId)
  await lockConversations(tx, [contactId])
  await setTags(tx, [contactId], { add: tagIds, remove: [] })
}

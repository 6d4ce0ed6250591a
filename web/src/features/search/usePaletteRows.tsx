import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { addPath, useFindContactsQuery } from '../contacts/index.ts'
import { useGroupValues } from '../groups/index.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { usePaletteMessagesQuery } from './api.ts'
import { arranged, matches, parseQuery, type Row, type PaletteQuery } from './palette-rules.ts'
import { recentOf } from './recent.ts'

const debounceMs = 120
const maxContacts = 8

/** A page or an action of the app, as offered by the frame. */
export interface Offered {
  key: string
  label: string
  keys?: string
  path?: string
  onChoose?: () => void
}

/** Returns the palette rows for the typed text: locally known rows at once, server results below. */
export function usePaletteRows(
  typed: string,
  { pages, actions }: { pages: Offered[]; actions: Offered[] },
): { rows: Row[]; query: PaletteQuery; isSearching: boolean } {
  const { t } = useLingui()
  const query = parseQuery(typed)
  const { terms, only } = query
  const [late] = useDebouncedValue(terms, debounceMs)
  const canRead = useCan('contacts.read')
  const canAdd = useCan('contacts.edit')
  const canText = useCan('inbox.read')
  const shouldFindContacts = canRead && late !== '' && (only === undefined || only === 'person')
  const shouldFindMessages = canText && late.length >= 2 && only === undefined
  const contacts = useFindContactsQuery(late, { skip: !shouldFindContacts })
  const messages = usePaletteMessagesQuery(late, { skip: !shouldFindMessages })
  const { data: groups } = useGroupValues({ skip: !useCan('groups.read') })
  const conversations = useSession(({ message }) => message.conversations)
  const user = useSession(({ auth }) => auth.user?.id ?? '')
  const organization = useSession(({ auth }) => auth.organization?.id ?? '')

  const rows: Row[] = []
  const offer = (kind: 'action' | 'page', offered: Offered[]) => {
    for (const { key, label, keys, path, onChoose } of offered)
      if (terms !== '' ? matches(label, terms) : kind === 'page' || only === 'action')
        rows.push({ key, kind, label, ...(keys && { keys }), ...(path && { path }), ...(onChoose && { onChoose }) })
  }
  if (terms === '' && only === undefined)
    for (const recent of recentOf(user, organization))
      rows.push({ key: `recent ${recent.path}`, kind: 'recent', ...recent })
  offer('action', actions)
  const foundContacts = shouldFindContacts ? (contacts.currentData ?? []) : []
  const pathOf = (id: string) => (canText ? `/dashboard/inbox?conversation=${id}` : `/dashboard/contacts/${id}`)
  for (const contact of foundContacts.slice(0, maxContacts)) {
    const detail = [contact.groups[0]?.name, contact.phoneDisplay ?? t`No mobile`].filter(Boolean).join(' · ')
    rows.push({
      key: `person ${contact.id}`,
      kind: 'person',
      label: fullName(contact) || t`No name`,
      detail,
      path: pathOf(contact.id),
      phone: contact.phone,
      userId: contact.id,
    })
  }
  // Contacts known on this device, before the server responds.
  if (terms !== '' && foundContacts.length === 0 && (only === undefined || only === 'person'))
    for (const { id, name } of conversations
      .filter((conversation) => matches(conversation.name, terms))
      .slice(0, maxContacts))
      rows.push({ key: `person ${id}`, kind: 'person', label: name, path: pathOf(id), userId: id })
  for (const { message, contact } of shouldFindMessages ? (messages.currentData ?? []) : [])
    rows.push({
      key: `message ${message.id}`,
      kind: 'message',
      label: (message.translation?.text ?? message.body).replace(/\s+/g, ' '),
      detail: fullName(contact),
      path: `/dashboard/inbox?conversation=${contact.id}&message=${message.id}`,
    })
  if (terms !== '' || only === 'group')
    for (const group of (groups ?? []).filter(({ name }) => terms === '' || matches(name, terms)).slice(0, 8))
      rows.push({
        key: `group ${group.id}`,
        kind: 'group',
        label: group.name,
        path: canText ? `/dashboard/inbox?groupIds=${group.id}` : `/dashboard/groups`,
      })
  offer('page', pages)
  const isSearching = terms !== late || contacts.isFetching || messages.isFetching
  // Offered only after the server responded, so that a slow response does not cause a duplicate contact.
  const adding = canAdd && shouldFindContacts && terms === late && contacts.currentData ? addPath(terms) : undefined
  if (adding !== undefined) rows.push({ key: 'add', kind: 'add', label: t`Add “${terms}” as a contact`, path: adding })
  return { rows: arranged(rows, query), query, isSearching }
}

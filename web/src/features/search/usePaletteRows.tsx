import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { addPath, useFindContactsQuery } from '../contacts/index.ts'
import { useGroupValues } from '../groups/index.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { usePaletteMessagesQuery } from './api.ts'
import { arranged, matches, wantedBy, type Row, type Wanted } from './palette-rules.ts'
import { recentOf } from './recent.ts'

const debounceMs = 120
const mostPeople = 8

/** A page or an act of the application, as the frame offers it. */
export interface Offered {
  key: string
  label: string
  keys?: string
  path?: string
  onChoose?: () => void
}

/** What the palette shows for what was typed: what the device knows at once, what the server finds below it. */
export function usePaletteRows(
  typed: string,
  { pages, actions }: { pages: Offered[]; actions: Offered[] },
): { rows: Row[]; wanted: Wanted; isSearching: boolean } {
  const { t } = useLingui()
  const wanted = wantedBy(typed)
  const { words, only } = wanted
  const [late] = useDebouncedValue(words, debounceMs)
  const canRead = useCan('contacts.read')
  const canAdd = useCan('contacts.edit')
  const canText = useCan('inbox.read')
  const asksPeople = canRead && late !== '' && (only === undefined || only === 'person')
  const asksMessages = canText && late.length >= 2 && only === undefined
  const people = useFindContactsQuery(late, { skip: !asksPeople })
  const messages = usePaletteMessagesQuery(late, { skip: !asksMessages })
  const { data: groups } = useGroupValues({ skip: !useCan('groups.read') })
  const known = useSession(({ message }) => message.conversations)
  const user = useSession(({ auth }) => auth.user?.id ?? '')
  const organization = useSession(({ auth }) => auth.organization?.id ?? '')

  const rows: Row[] = []
  const offer = (kind: 'action' | 'page', offered: Offered[]) => {
    for (const { key, label, keys, path, onChoose } of offered)
      if (words !== '' ? matches(label, words) : kind === 'page' || only === 'action')
        rows.push({ key, kind, label, ...(keys && { keys }), ...(path && { path }), ...(onChoose && { onChoose }) })
  }
  if (words === '' && only === undefined)
    for (const one of recentOf(user, organization)) rows.push({ key: `recent ${one.path}`, kind: 'recent', ...one })
  offer('action', actions)
  const found = asksPeople ? (people.currentData ?? []) : []
  const pathOf = (id: string) => (canText ? `/dashboard/inbox?conversation=${id}` : `/dashboard/contacts/${id}`)
  for (const person of found.slice(0, mostPeople)) {
    const detail = [person.groups[0]?.name, person.phoneDisplay ?? t`No mobile`].filter(Boolean).join(' · ')
    rows.push({
      key: `person ${person.id}`,
      kind: 'person',
      label: fullName(person) || t`No name`,
      detail,
      path: pathOf(person.id),
      phone: person.phone,
      personId: person.id,
    })
  }
  // Before the server answers: whom the device knows.
  if (words !== '' && found.length === 0 && (only === undefined || only === 'person'))
    for (const { id, name } of known.filter((one) => matches(one.name, words)).slice(0, mostPeople))
      rows.push({ key: `person ${id}`, kind: 'person', label: name, path: pathOf(id), personId: id })
  for (const { message, contact } of asksMessages ? (messages.currentData ?? []) : [])
    rows.push({
      key: `message ${message.id}`,
      kind: 'message',
      label: (message.translation?.text ?? message.body).replace(/\s+/g, ' '),
      detail: fullName(contact),
      path: `/dashboard/inbox?conversation=${contact.id}&message=${message.id}`,
    })
  if (words !== '' || only === 'group')
    for (const group of (groups ?? []).filter(({ name }) => words === '' || matches(name, words)).slice(0, 8))
      rows.push({
        key: `group ${group.id}`,
        kind: 'group',
        label: group.name,
        path: canText ? `/dashboard/inbox?groupIds=${group.id}` : `/dashboard/groups`,
      })
  offer('page', pages)
  const isSearching = words !== late || people.isFetching || messages.isFetching
  // Once it is known who there is: nobody is added a second time for a slow answer.
  const adding = canAdd && asksPeople && words === late && people.currentData ? addPath(words) : undefined
  if (adding !== undefined) rows.push({ key: 'add', kind: 'add', label: t`Add “${words}” as a contact`, path: adding })
  return { rows: arranged(rows, wanted), wanted, isSearching }
}

import type { ContactView } from '@crewline/contract/roster'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, UnstyledButton } from '@mantine/core'
import { IconDots, IconPlus, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useDeleteContactViewMutation, useSaveContactViewMutation } from './acts-api.ts'
import { askedOf, audienceOf, everybody, isSameList, type ContactsAsked } from './contacts-url.ts'
import classes from './Contacts.module.css'
import { columnsInView, type Columns } from './useColumnChoice.ts'
import type { ContactsUrl } from './useContactsUrl.ts'

const SaveView = lazy(() => import('./SaveView.tsx'))

export interface ViewTabsProps {
  url: ContactsUrl
  views: readonly ContactView[]
  /** The saved view that is open. */
  view: ContactView | undefined
  columns: Columns
}

/** The views of the list as chips: the standing ones, then those that were saved; a changed one says so. */
export function ViewTabs({ url, views, view, columns }: ViewTabsProps) {
  const { t } = useLingui()
  const { asked, openView } = url
  const canEdit = useCan('contacts.edit')
  const [isSaving, setSaving] = useState(false)
  const [save] = useSaveContactViewMutation()
  const [forget] = useDeleteContactViewMutation()
  const wordsFor = useRefusalWords()
  const isEdited = view !== undefined && (columns.isOwn || !isSameList(askedOf(view), asked))
  const standing: { value: ContactsAsked['reach']; label: string }[] = [
    { value: 'all', label: t`All` },
    { value: 'can_text', label: t`Can get texts` },
    { value: 'opted_out', label: t`Opted out` },
    { value: 'no_mobile', label: t`No mobile` },
    { value: 'archived', label: t({ message: 'Archived', context: 'contacts' }) },
  ]
  const kept = () => ({
    audience: audienceOf(asked),
    sort: asked.sort,
    order: asked.order,
    columns: columnsInView(columns.choice),
  })

  async function update({ id, name, shared }: ContactView): Promise<void> {
    const { error } = await save({ id, name, shared, ...kept() })
    if (error) toast.api({ title: t`The view was not saved`, message: wordsFor(error) }, 'ERROR')
    else columns.reset()
  }
  async function remove({ id, mine: _mine, ...before }: ContactView): Promise<void> {
    const { error } = await forget(id)
    if (error) return toast.api({ title: t`The view was not deleted`, message: wordsFor(error) }, 'ERROR')
    openView('', everybody)
    toast.undo({ message: t`View deleted.`, onUndo: () => void save(before) })
  }
  function open(one: ContactView): void {
    openView(one.id, askedOf(one))
  }
  const canChange = view !== undefined && (view.mine || canEdit)
  return (
    <div className={classes.tabs} role="group" aria-label={t`Which contacts`}>
      {standing.map(({ value, label }) => (
        <UnstyledButton
          key={value}
          className={classes.tab}
          aria-pressed={view === undefined && value === asked.reach}
          // A saved view is left whole; from one standing view to another the search and the filters stay.
          onClick={() => openView('', view ? { ...everybody, reach: value } : { ...asked, reach: value })}
        >
          {label}
        </UnstyledButton>
      ))}
      {views.map((one) => (
        <UnstyledButton
          key={one.id}
          className={classes.tab}
          aria-pressed={one.id === view?.id}
          title={one.name}
          onClick={() => open(one)}
        >
          {one.shared && <IconUsers size={14} stroke={1.75} role="img" aria-label={t`Shared`} />}
          <bdi className={classes.tabName}>{one.name}</bdi>
          {one.id === view?.id && isEdited && (
            <span className={classes.edited}>
              <Trans>edited</Trans>
            </span>
          )}
        </UnstyledButton>
      ))}
      {view && isEdited && (
        <>
          {canChange && (
            <Button size="xs" variant="subtle" onClick={() => void update(view)}>
              <Trans>Update</Trans>
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              columns.reset()
              open(view)
            }}
          >
            <Trans>Reset</Trans>
          </Button>
        </>
      )}
      {(isEdited || (view === undefined && (!isSameList(asked, everybody) || columns.isOwn))) && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => setSaving(true)}
        >
          <Trans>Save view</Trans>
        </Button>
      )}
      {canChange && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" variant="subtle" color="gray" aria-label={t`More about ${view.name}`}>
              <IconDots size={16} stroke={1.75} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void save({ ...plain(view), shared: !view.shared })}>
              {view.shared ? <Trans>Show it to me only</Trans> : <Trans>Show it to the whole team</Trans>}
            </Menu.Item>
            <Menu.Item color="red" onClick={() => void remove(view)}>
              <Trans>Delete view</Trans>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isSaving && (
        <Suspense fallback={null}>
          <SaveView
            kept={kept()}
            onClose={() => setSaving(false)}
            onSaved={(saved) => {
              setSaving(false)
              columns.reset()
              open(saved)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function plain({ mine: _mine, ...view }: ContactView): Omit<ContactView, 'mine'> {
  return view
}

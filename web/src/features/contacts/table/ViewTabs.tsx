import type { ContactView } from '@crewline/contract/contact-lists'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, UnstyledButton } from '@mantine/core'
import { IconDots, IconPlus, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useDeleteContactViewMutation, useSaveContactViewMutation } from '../actions/actions-api.ts'
import { queryOfView, audienceOf, allContacts, isSameList, type ContactListQuery } from './contacts-url.ts'
import classes from '../Contacts.module.css'
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

/** Shows the views of the list as chips: built-in ones, then saved ones; a changed view is marked. */
export function ViewTabs({ url, views, view, columns }: ViewTabsProps) {
  const { t } = useLingui()
  const { listQuery, openView, viewId } = url
  const canEdit = useCan('contacts.edit')
  const [isSaving, setSaving] = useState(false)
  const [save] = useSaveContactViewMutation()
  const [deleteView] = useDeleteContactViewMutation()
  const describeError = useErrorText()
  const isEdited = view !== undefined && (columns.isCustomized || !isSameList(queryOfView(view), listQuery))
  const builtInViews: { value: ContactListQuery['reach']; label: string }[] = [
    { value: 'all', label: t`All` },
    { value: 'can_text', label: t`Can get texts` },
    { value: 'no_consent', label: t`No consent on file` },
    { value: 'opted_out', label: t`Opted out` },
    { value: 'no_mobile', label: t`No mobile` },
    { value: 'archived', label: t({ message: 'Archived', context: 'contacts' }) },
  ]
  const readViewSettings = () => ({
    audience: audienceOf(listQuery),
    sort: listQuery.sort,
    order: listQuery.order,
    columns: columnsInView(columns.choice),
  })

  async function update({ id, name, shared }: ContactView): Promise<void> {
    const { error } = await save({ id, name, shared, ...readViewSettings() })
    if (error) toast.failed(error, { title: t`Couldn't save the view`, message: describeError(error) })
    else columns.reset()
  }
  async function remove({ id, mine: _mine, ...before }: ContactView): Promise<void> {
    const { error } = await deleteView(id)
    if (error) return toast.failed(error, { title: t`Couldn't delete the view`, message: describeError(error) })
    openView('', allContacts)
    toast.undo({ message: t`View deleted.`, onUndo: () => void save(before) })
  }
  function open(savedView: ContactView): void {
    openView(savedView.id, queryOfView(savedView))
  }
  const canChange = view !== undefined && (view.mine || canEdit)
  return (
    <div className={classes.tabs} role="group" aria-label={t`Contact views`}>
      {builtInViews.map(({ value, label }) => (
        <UnstyledButton
          key={value}
          className={classes.tab}
          aria-pressed={view === undefined && value === listQuery.reach}
          // Leaving a saved view resets search and filters; they stay when switching between built-in views.
          // The URL names a view that was just saved before the list of views contains it.
          onClick={() => openView('', viewId ? { ...allContacts, reach: value } : { ...listQuery, reach: value })}
        >
          {label}
        </UnstyledButton>
      ))}
      {views.map((savedView) => (
        <UnstyledButton
          key={savedView.id}
          className={classes.tab}
          aria-pressed={savedView.id === view?.id}
          title={savedView.name}
          onClick={() => open(savedView)}
        >
          {savedView.shared && <IconUsers size={14} stroke={1.75} role="img" aria-label={t`Shared`} />}
          <bdi className={classes.tabName}>{savedView.name}</bdi>
          {savedView.id === view?.id && isEdited && (
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
      {(isEdited || (view === undefined && (!isSameList(listQuery, allContacts) || columns.isCustomized))) && (
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
            <Button size="xs" variant="subtle" color="gray" aria-label={t`More options for ${view.name}`}>
              <IconDots size={16} stroke={1.75} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void save({ ...plain(view), shared: !view.shared })}>
              {view.shared ? <Trans>Show only to me</Trans> : <Trans>Share with the team</Trans>}
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
            viewSettings={readViewSettings()}
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

import type { ContactAction } from '@crewline/contract/contact-lists'
import { formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil, IconUsersMinus, IconUsersPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isForPopup } from '../../../shared/lib/popup.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { everything, type Picks } from '../../../shared/ui/table/selection.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { pickedCount, selectionsOf } from './bulk-action-rules.ts'
import { useLazyCountPickedQuery } from './actions-api.ts'
import { audienceOf, type ContactListQuery } from '../table/contacts-url.ts'
import { ExportMenu } from './ExportMenu.tsx'
import classes from './SelectionBar.module.css'
import { PickMenu } from './SelectionMenu.tsx'
import { useContactBulkAction } from './useContactBulkAction.ts'

const BulkActionDialog = lazy(() => import('./BulkActionDialog.tsx'))

export interface PickBarProps {
  listQuery: ContactListQuery
  picks: Picks
  onPicks: (picks: Picks) => void
  onDone: () => void
  visibleColumns: readonly string[]
  customColumns: readonly string[]
}

/** Returns the server's current count of contacts that match the list. */
function useMatching(listQuery: ContactListQuery): number | undefined {
  const [count] = useLazyCountPickedQuery()
  const [matching, setMatching] = useState<{ listQuery: ContactListQuery; count: number }>()
  useEffect(() => {
    let isLate = false
    void count({ selectedAll: true, audience: audienceOf(listQuery) }).then(({ data }) => {
      if (data && !isLate) setMatching({ listQuery, count: data.count })
    })
    return () => {
      isLate = true
    }
  }, [listQuery, count])
  return matching?.listQuery === listQuery ? matching.count : undefined
}

/** The bulk actions that need input. */
export type BulkActionKind = 'add' | 'remove' | 'edit' | 'shift' | 'attest' | 'opt_out'

/** The bulk actions for the selected contacts, with the exact count. */
export default function PickBar({
  listQuery: asked,
  picks,
  onPicks,
  onDone,
  visibleColumns: shown,
  customColumns: own,
}: PickBarProps) {
  const { t, i18n } = useLingui()
  const canEdit = useCan('contacts.edit')
  const canGroup = useCan('groups.edit')
  const canExport = useCan('contacts.export')
  const matching = useMatching(asked)
  const chosen = pickedCount(picks, matching)
  const [open, setOpen] = useState<BulkActionKind>()
  const { act, isBusy } = useContactBulkAction({ listQuery: asked, picks, onDone })
  const isArchive = asked.reach === 'archived'
  const all = formatNumber(matching ?? 0, i18n.locale)
  const isWaiting = chosen === undefined
  const parts = selectionsOf(picks, asked)

  async function go(action: ContactAction): Promise<void> {
    const refusal = await act(action)
    if (refusal) toast.failed(refusal.error, { title: t`No contacts were changed`, message: refusal.message })
  }
  const button = { size: 'xs', variant: 'default', disabled: isBusy || isWaiting || chosen === 0 } as const
  return (
    <div
      className={classes.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t`Selected contacts`}
      onKeyDown={(event) => {
        const isOwn = event.currentTarget.contains(event.target as Node)
        if (event.key === 'Escape' && !open && isOwn && !isForPopup(event)) onDone()
      }}
    >
      <span className={classes.count} role="status">
        {isWaiting ? <Trans>Counting…</Trans> : <Plural value={chosen} one="# selected" other="# selected" />}
      </span>
      {!picks.isAll && matching !== undefined && matching > picks.ids.size && (
        <Button className={classes.all ?? ''} size="xs" variant="subtle" onClick={() => onPicks(everything)}>
          <Trans>Select all {all} that match</Trans>
        </Button>
      )}
      {canGroup && !isArchive && (
        <>
          <Button {...button} leftSection={<IconUsersPlus size={16} stroke={1.75} />} onClick={() => setOpen('add')}>
            <Trans>Add to groups</Trans>
          </Button>
          <Button
            {...button}
            className={classes.wide ?? ''}
            leftSection={<IconUsersMinus size={16} stroke={1.75} />}
            onClick={() => setOpen('remove')}
          >
            <Trans>Remove from groups</Trans>
          </Button>
        </>
      )}
      {canEdit && !isArchive && (
        <Button
          {...button}
          className={classes.wide ?? ''}
          leftSection={<IconPencil size={16} stroke={1.75} />}
          onClick={() => setOpen('edit')}
        >
          <Trans>Edit field</Trans>
        </Button>
      )}
      {canExport && chosen !== undefined && chosen > 0 && parts.length === 1 && parts[0] && (
        <ExportMenu
          selection={parts[0]}
          listQuery={asked}
          visibleColumns={shown}
          customColumns={own}
          label={t`Export`}
        />
      )}
      {canEdit && (
        <Button
          {...button}
          loading={isBusy}
          leftSection={isArchive ? <IconArchiveOff size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />}
          onClick={() => void go({ act: 'archive', archived: !isArchive })}
        >
          {isArchive ? (
            <Plural value={chosen ?? 0} one="Restore #" other="Restore #" />
          ) : picks.isAll ? (
            <Plural value={chosen ?? 0} one="Archive #" other="Archive all #" />
          ) : (
            <Plural value={chosen ?? 0} one="Archive #" other="Archive #" />
          )}
        </Button>
      )}
      {canEdit && !isArchive && (
        <PickMenu isDisabled={button.disabled} onOpenDialog={setOpen} onAction={(action) => void go(action)} />
      )}
      <CloseButton className={classes.close ?? ''} aria-label={t`Clear selection`} onClick={onDone} />
      {open && (
        <Suspense fallback={null}>
          <BulkActionDialog
            kind={open}
            count={chosen ?? 0}
            selections={parts}
            onAction={async (action) => (await act(action))?.message}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

import type { ContactAct } from '@crewline/contract/roster'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil, IconUsersMinus, IconUsersPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { everything, type Picks } from '../../shared/ui/picks.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { pickedCount, selectionsOf } from './act-words.ts'
import { useLazyCountPickedQuery } from './acts-api.ts'
import { audienceOf, type ContactsAsked } from './contacts-url.ts'
import { ExportMenu } from './ExportMenu.tsx'
import classes from './PickBar.module.css'
import { PickMenu } from './PickMenu.tsx'
import { useContactActs } from './useContactActs.ts'

const ActDialog = lazy(() => import('./ActDialog.tsx'))

export interface PickBarProps {
  asked: ContactsAsked
  picks: Picks
  onPicks: (picks: Picks) => void
  onDone: () => void
  shown: readonly string[]
  own: readonly string[]
}

/** How many people match the list now, as the server counts. */
function useMatching(asked: ContactsAsked): number | undefined {
  const [count] = useLazyCountPickedQuery()
  const [matching, setMatching] = useState<{ asked: ContactsAsked; count: number }>()
  useEffect(() => {
    let isLate = false
    void count({ selectedAll: true, audience: audienceOf(asked) }).then(({ data }) => {
      if (data && !isLate) setMatching({ asked, count: data.count })
    })
    return () => {
      isLate = true
    }
  }, [asked, count])
  return matching?.asked === asked ? matching.count : undefined
}

/** What an act needs to be told before it is done. */
export type ActAsked = 'add' | 'remove' | 'edit' | 'opt_out'

/** What may be done with the chosen people, with their honest number. */
export default function PickBar({ asked, picks, onPicks, onDone, shown, own }: PickBarProps) {
  const { t, i18n } = useLingui()
  const canEdit = useCan('contacts.edit')
  const canGroup = useCan('groups.edit')
  const canExport = useCan('contacts.export')
  const matching = useMatching(asked)
  const chosen = pickedCount(picks, matching)
  const [open, setOpen] = useState<ActAsked>()
  const { act, isBusy } = useContactActs({ asked, picks, onDone })
  const isArchive = asked.reach === 'archived'
  const all = i18n.number(matching ?? 0)
  const isWaiting = chosen === undefined
  const parts = selectionsOf(picks, asked)

  async function go(what: ContactAct): Promise<void> {
    const words = await act(what)
    if (words !== undefined) toast.api({ title: t`Nobody was changed`, message: words }, 'ERROR')
  }
  const button = { size: 'xs', variant: 'default', disabled: isBusy || isWaiting || chosen === 0 } as const
  return (
    <div
      className={classes.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t`Chosen people`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !open && event.currentTarget.contains(event.target as Node)) onDone()
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
        <ExportMenu selection={parts[0]} asked={asked} shown={shown} own={own} label={t`Export`} />
      )}
      {canEdit && (
        <Button
          {...button}
          loading={isBusy}
          leftSection={isArchive ? <IconArchiveOff size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />}
          onClick={() => void go({ act: 'archive', archived: !isArchive })}
        >
          {isArchive ? (
            <Plural value={chosen ?? 0} one="Bring back #" other="Bring back #" />
          ) : picks.isAll ? (
            <Plural value={chosen ?? 0} one="Archive #" other="Archive all #" />
          ) : (
            <Plural value={chosen ?? 0} one="Archive #" other="Archive #" />
          )}
        </Button>
      )}
      {canEdit && !isArchive && (
        <PickMenu isDisabled={button.disabled} onAsk={setOpen} onAct={(what) => void go(what)} />
      )}
      <CloseButton className={classes.close ?? ''} aria-label={t`Select none`} onClick={onDone} />
      {open && (
        <Suspense fallback={null}>
          <ActDialog
            kind={open}
            count={chosen ?? 0}
            selections={parts}
            onAct={act}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

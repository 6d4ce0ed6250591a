import type { Broadcast, BroadcastContent } from '@crewline/contract/broadcasts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import classes from './Conflict.module.css'
import type { Draft } from './useDraft.ts'

export interface ConflictProps {
  draft: Draft
  fetchNewest: () => Promise<Broadcast | undefined>
}

/** Tells that a teammate changed the draft meanwhile, and offers both versions; nothing is lost. */
export function Conflict({ draft, fetchNewest }: ConflictProps) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  async function resolveWith(resolve: (theirs: Broadcast) => void): Promise<void> {
    setBusy(true)
    const theirs = await fetchNewest()
    setBusy(false)
    if (theirs) resolve(theirs)
    else
      toast.api(
        { title: t`Couldn't load the newest version`, message: t`Check your connection and try again.` },
        'ERROR',
      )
  }
  function reload(theirs: Broadcast): void {
    const mine: Partial<BroadcastContent> = draft.takeTheirs(theirs)
    if (Object.keys(mine).length > 0)
      toast.undo({ message: t`Showing your teammate's version.`, onUndo: () => draft.change(mine) })
  }
  return (
    <div className={classes.conflict} role="alert">
      <p>
        <strong>
          <Trans>A teammate changed this.</Trans>
        </strong>{' '}
        <Trans>Your last changes aren't saved yet.</Trans>
      </p>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => void resolveWith(reload)}>
        <Trans>Reload</Trans>
      </Button>
      <Button
        size="xs"
        variant="subtle"
        disabled={isBusy}
        onClick={() => void resolveWith((theirs) => draft.keepMine(theirs))}
      >
        <Trans>Keep my changes</Trans>
      </Button>
    </div>
  )
}

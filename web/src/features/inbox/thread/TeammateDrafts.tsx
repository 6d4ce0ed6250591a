import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useSession } from '../../../shared/lib/session/select.ts'
import classes from './Thread.module.css'
import type { ThreadPage } from '../state/thread-fold.ts'

export interface TeammateDraftsProps {
  drafts: ThreadPage['drafts']
  /** Copies the draft into the composer. */
  onTakeOver: (body: string) => void
}

/** Shows unsent drafts of teammates and lets the member continue one. */
export function TeammateDrafts({ drafts, onTakeOver }: TeammateDraftsProps) {
  const { t } = useLingui()
  const me = useSession(({ auth }) => auth.user?.id)
  const latest = drafts
    .filter(({ userId }) => userId !== me)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .at(0)
  if (!latest) return null
  const name = latest.name.split(' ', 1)[0] ?? latest.name
  const body = latest.body
  return (
    <div className={classes.notice} role="note" aria-label={t`Teammate's unsent draft`}>
      <IconPencil size={16} stroke={1.75} aria-hidden />
      <p dir="auto" title={body}>
        <Trans>
          {name} has an unsent draft: {body}
        </Trans>
      </p>
      <Button size="compact-xs" variant="default" onClick={() => onTakeOver(body)}>
        <Trans>Use draft</Trans>
      </Button>
    </div>
  )
}

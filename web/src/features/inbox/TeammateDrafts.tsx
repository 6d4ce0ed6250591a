import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useSession } from '../../shared/lib/session/select.ts'
import classes from './Thread.module.css'
import type { ThreadPage } from './thread-fold.ts'

export interface TeammateDraftsProps {
  drafts: ThreadPage['drafts']
  /** Puts the words into the composer. */
  onTakeOver: (body: string) => void
}

/** Says that a teammate left words unsent, and gives them to whoever goes on. */
export function TeammateDrafts({ drafts, onTakeOver }: TeammateDraftsProps) {
  const { t } = useLingui()
  const me = useSession(({ auth }) => auth.user?.id)
  const latest = drafts
    .filter(({ userId }) => userId !== me)
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .at(0)
  if (!latest) return null
  const name = latest.name.split(' ', 1)[0] ?? latest.name
  const words = latest.body
  return (
    <div className={classes.notice} role="note" aria-label={t`Unsent words of a teammate`}>
      <IconPencil size={16} stroke={1.75} aria-hidden />
      <p dir="auto" title={words}>
        <Trans>
          {name} has unsent words: {words}
        </Trans>
      </p>
      <Button size="compact-xs" variant="default" onClick={() => onTakeOver(words)}>
        <Trans>Take over</Trans>
      </Button>
    </div>
  )
}

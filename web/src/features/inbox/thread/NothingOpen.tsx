import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useWaitingQueueQuery } from '../state/related-api.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { KeyHint } from '../../../shared/ui/KeyHint.tsx'
import classes from '../Inbox.module.css'

/**
 * Fills the space beside the list while no conversation is open: the longest wait and the most useful shortcuts, or nothing when the
 * list is empty.
 */
export function NothingOpen({ isListEmpty, onNext }: { isListEmpty: boolean; onNext: () => void }) {
  const { t } = useLingui()
  const canReply = useCan('inbox.reply')
  const { data: queue } = useWaitingQueueQuery(undefined)
  const reading = [
    { key: 'N', what: t`Next person waiting` },
    { key: 'J', what: t`Next conversation` },
    { key: 'P', what: t`Contact details` },
    { key: '/', what: t`Search name or number` },
  ]
  const writing = [
    { key: 'N', what: t`Next person waiting` },
    { key: 'J', what: t`Next conversation` },
    { key: 'E', what: t`Archive` },
    { key: 'R', what: t({ message: 'Reply', context: 'action' }) },
    { key: 'C', what: t`New message` },
  ]
  const keys = canReply ? writing : reading
  // A new user has one thing to do, and the list shows it.
  if (isListEmpty) return <section className={classes.nothing} aria-label={t`No conversation selected`} />
  return (
    <section className={classes.nothing} aria-label={t`No conversation selected`}>
      <p className={classes.nothingTitle}>
        <Trans>Select a conversation</Trans>
      </p>
      {queue && queue.count > 0 && (
        <Button variant="light" onClick={onNext}>
          <Trans>Open the longest wait</Trans>
        </Button>
      )}
      <dl className={classes.keys}>
        {keys.map(({ key, what }) => (
          <div key={key}>
            <dt>
              <KeyHint keys={key} />
              <span className={classes.hidden}>{key}</span>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

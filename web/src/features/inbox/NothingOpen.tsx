import { Trans, useLingui } from '@lingui/react/macro'
import { useCan } from '../../shared/lib/session/select.ts'
import { KeyHint } from '../../shared/ui/KeyHint.tsx'
import classes from './Inbox.module.css'

/** What stands beside the list while no conversation is open: the four keys that help most; nothing where there is none to open. */
export function NothingOpen({ isListEmpty }: { isListEmpty: boolean }) {
  const { t } = useLingui()
  const canReply = useCan('inbox.reply')
  const reading = [
    { key: 'J', what: t`Next conversation` },
    { key: 'P', what: t`Contact details` },
    { key: '/', what: t`Search name or number` },
  ]
  const writing = [
    { key: 'J', what: t`Next conversation` },
    { key: 'E', what: t`Archive` },
    { key: 'R', what: t`Reply` },
    { key: 'C', what: t`New message` },
  ]
  const keys = canReply ? writing : reading
  // Whoever begins has one thing to do, and the list says it.
  if (isListEmpty) return <section className={classes.nothing} aria-label={t`No conversation open`} />
  return (
    <section className={classes.nothing} aria-label={t`No conversation open`}>
      <p className={classes.nothingTitle}>
        <Trans>Choose a conversation</Trans>
      </p>
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
